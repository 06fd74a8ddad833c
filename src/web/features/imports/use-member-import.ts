import { useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { ParsedLine } from "#shared/imports.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { memberImportOf } from "./member-import.ts";

export function useMemberImport(userId: string) {
  const client = useQueryClient();
  const store = memberImportOf(userId);
  const state = useSyncExternalStore(store.onChange, store.current);
  return {
    ...state,
    isRunning: state.run !== null && !state.run.end,
    setText: store.setText,
    stop: store.stop,
    start: async (lines: readonly ParsedLine[], sendsInvitations: boolean) => {
      await store.start(lines, sendsInvitations);
      await client.invalidateQueries({ queryKey: queryKeys.invitations });
    },
  };
}
