import type { Investment } from "#shared/investments.ts";
import { queryKeys } from "../query-keys.ts";
import { useList } from "../use-list.ts";

/** The portfolio is short and comes whole, so the page of one company finds it here too. */
export const useInvestments = () => useList<Investment>({ queryKey: queryKeys.investments, path: "/investments" });
