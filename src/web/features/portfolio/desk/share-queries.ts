import { queryOptions } from "@tanstack/react-query";
import type { HeldCompanyDetails } from "#shared/portfolio.ts";
import { callApi } from "#web/lib/api.ts";

/** A list's key is its path. */
const heldKey = ["held-companies"];

export const heldCompanyQuery = (id: string) =>
  queryOptions({
    queryKey: [...heldKey, "one", id],
    queryFn: ({ signal }) => callApi<HeldCompanyDetails>("GET", `/held-companies/${id}`, undefined, signal),
  });
