import type { Investment } from "#shared/companies.ts";
import { useList } from "#web/lib/use-list.ts";

/** The portfolio is short and comes whole, so the page of one company finds it here too. */
export const useInvestments = () => useList<Investment>({ path: "/investments" });
