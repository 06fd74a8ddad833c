import { queryOptions } from "@tanstack/react-query";
import type { NoticeChoices } from "#shared/notices.ts";
import { callApi } from "#web/lib/api.ts";

export const noticeChoicesQuery = queryOptions({
  queryKey: ["notice-choices", "me"],
  queryFn: ({ signal }) => callApi<NoticeChoices>("GET", "/notice-choices/me", undefined, signal),
});
