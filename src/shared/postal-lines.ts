import type { Club } from "./settings.ts";

/** Who runs the club and where; an address may begin with the operator's name already. */
export const postalLines = ({ operator, address }: Pick<Club["identity"], "operator" | "address">): string[] => [
  ...new Set([operator, ...address]),
];
