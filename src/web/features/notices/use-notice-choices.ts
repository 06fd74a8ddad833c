import { accountMessages } from "#shared/account/account-messages.ts";
import type { NoticeChoiceInput, NoticeChoices } from "#shared/notices/notices.ts";
import { useAction } from "#web/lib/use-action.ts";
import { useOptimisticSave } from "#web/lib/use-optimistic-save.ts";
import { noticeChoicesQuery } from "./notice-queries.ts";

type Row = NoticeChoices["items"][number];

/** The rows with what is being saved, and what makes a choice. */
export function useNoticeChoices(rows: readonly Row[]) {
  const { actAsync } = useAction<NoticeChoices, NoticeChoiceInput>("/notice-choices/me", {
    method: "PUT",
    scope: "notice-choices",
    answerKey: noticeChoicesQuery.queryKey,
    done: "Your choice is saved.",
    failed: accountMessages.failed.title,
  });
  return useOptimisticSave(rows, withChoice, actAsync);
}

const withChoice = (rows: readonly Row[], chosen: NoticeChoiceInput) =>
  rows.map((row) => (row.topic === chosen.topic ? { ...row, ...chosen } : row));
