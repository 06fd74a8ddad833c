import { formatPence } from "./pence.ts";

/** Pence as pounds, with the pence only where there are any: "£1,250", "£395.50". */
export const formatPounds = (pence: number): string => formatPence(pence).replace(/\.00$/, "");
