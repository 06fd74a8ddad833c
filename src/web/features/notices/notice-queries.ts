import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Notice, NoticeChoices, NoticesRead } from "#shared/notices/notices.ts";
import { callApi } from "#web/lib/api.ts";
import { toastFailure } from "#web/ui/toast.ts";

export const noticeChoicesQuery = queryOptions({
  queryKey: ["notice-choices", "me"],
  queryFn: ({ signal }) => callApi<NoticeChoices>("GET", "/notice-choices/me", undefined, signal),
});

const shownInPanel = 8;
const refreshIntervalMs = 60_000;

interface Newest {
  items: Notice[];
  unread_count: number;
}

/** Refetched after every mutation, each minute and on focus. */
export const useNewestNotices = () =>
  useQuery({
    queryKey: ["notices", "newest"],
    queryFn: ({ signal }) => callApi<Newest>("GET", `/notices?limit=${shownInPanel}`, undefined, signal),
    refetchInterval: refreshIntervalMs,
    refetchOnWindowFocus: "always",
  });

export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (which: NoticesRead) => callApi("POST", "/notices/read", which),
    onError: (error) => toastFailure("The notices were not marked as read", error),
    onSettled: () => client.invalidateQueries({ queryKey: ["notices"] }),
  });
}
