/** Who runs the club and where; an address may begin with the operator's name already. */
export const postalLines = ({ operator, address }: { operator: string; address: readonly string[] }): string[] => [
  ...new Set([operator, ...address]),
];

/** Typed in lines, which some end with a comma. */
export const addressInOneLine = (address: string): string =>
  address
    .split("\n")
    .map((line) => line.trim().replace(/,$/, ""))
    .filter(Boolean)
    .join(", ");
