import { importMessages } from "#shared/imports.ts";
import { callApi } from "#web/lib/api.ts";
import { loadSession } from "#web/lib/session.ts";
import { toast } from "#web/ui/toast.ts";
import { createImportStore, type ImportRun, type ImportStore, type Kept } from "./import-store.ts";

const stores = new Map<string, ImportStore>();

/** Per admin; outlives the page. */
export function memberImportOf(userId: string): ImportStore {
  const key = `member-import:${userId}`;
  const store = stores.get(key) ?? createImportStore({ callApi, storage: keptUnder(key), onEnd: sayEnd });
  stores.set(key, store);
  return store;
}

function sayEnd({ end, created, total }: ImportRun, error?: Error): void {
  const description = importMessages.completedText(created, total);
  if (end === "completed") toast({ title: importMessages.completedTitle, description });
  else if (end === "stopped") toast({ title: importMessages.stoppedTitle, description });
  else if (end === "signed-out") toast({ title: importMessages.signedOut, variant: "destructive" });
  else toast({ title: importMessages.failedTitle, description: error?.message, variant: "destructive" });
  if (end === "signed-out") void loadSession("USER_UPDATED").catch(() => {});
}

const keptUnder = (key: string): Kept => ({
  read: (part) => sessionStorage.getItem(`${key}:${part}`),
  write: (part, value) => {
    try {
      sessionStorage.setItem(`${key}:${part}`, value);
    } catch {
      console.info("This list is too long to be kept for a reload.");
    }
  },
});
