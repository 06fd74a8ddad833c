import { toast } from "#web/ui/toast.ts";

/** Copies to the clipboard; without one, a toast shows the text. @param what its name there. */
export async function copyText(
  text: string,
  what: string,
  done: { title: string; description: string },
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(done);
  } catch {
    // The clipboard API requires https or localhost, and permission.
    const description = `Select and copy it by hand: ${text}`;
    toast({ title: `${what} was not copied`, description, variant: "destructive" });
  }
}
