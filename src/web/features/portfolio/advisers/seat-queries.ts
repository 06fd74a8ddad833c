import { queryOptions } from "@tanstack/react-query";
import type { AdviserSeat } from "#shared/portfolio/adviser-seats.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";

export const seatsPath = "/portfolio/me/adviser-seats";

export const seatsQuery = queryOptions({
  queryKey: [...queryKeys.portfolio, "advisers"],
  queryFn: ({ signal }) => callApi<{ items: AdviserSeat[] }>("GET", seatsPath, undefined, signal),
});
