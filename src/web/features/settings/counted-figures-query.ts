import { queryOptions } from "@tanstack/react-query";
import type { CountedFigures } from "#shared/settings.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";

export const countedFiguresQuery = queryOptions({
  queryKey: [...queryKeys.setting("stats"), "counted"],
  queryFn: ({ signal }) => callApi<CountedFigures>("GET", "/settings/stats/counted", undefined, signal),
});
