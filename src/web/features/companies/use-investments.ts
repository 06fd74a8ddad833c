import type { Investment } from "#shared/companies.ts";
import { useList } from "#web/lib/use-list.ts";

/** Fetched whole; the detail page uses the same query. */
export const useInvestments = () => useList<Investment>({ path: "/investments" });
