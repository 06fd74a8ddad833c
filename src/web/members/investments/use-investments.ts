import type { Investment } from "#shared/investments.ts";
import { firstLists } from "../first-lists.ts";
import { useList } from "../use-list.ts";

/** The portfolio is short and comes whole, so the page of one company finds it here too. */
export const useInvestments = () => useList<Investment>(firstLists.investments);
