import { useMutation, useQueryClient } from "@tanstack/react-query";
import { noticePreferencesMessages as messages } from "#shared/notices/notice-preferences-messages.ts";
import type { NoticeChoiceInput, NoticeChoices } from "#shared/notices/notices.ts";
import { callApi } from "#web/lib/api.ts";
import { toastFailure } from "#web/lib/use-account.ts";
import { useOptimisticSave } from "#web/lib/use-optimistic-save.ts";
import { toast } from "#web/ui/toast.ts";
import { noticeChoicesQuery } from "./notice-queries.ts";

type Row = NoticeChoices["items"][number];

/** The rows with what is being saved, and what makes a choice. */
export function useNoticeChoices(rows: readonly Row[]) {
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    scope: { id: "notice-choices" },
    mutationFn: (choice: NoticeChoiceInput) => callApi<NoticeChoices>("PUT", "/notice-choices/me", choice),
    onSuccess: (saved) => {
      client.setQueryData(noticeChoicesQuery.queryKey, saved);
      toast({ title: messages.saved });
    },
    onError: toastFailure,
  });
  return useOptimisticSave(rows, withChoice, mutateAsync);
}

const withChoice = (rows: readonly Row[], chosen: NoticeChoiceInput) =>
  rows.map((row) => (row.topic === chosen.topic ? { ...row, ...chosen } : row));
