/** Typed or pasted in lines, which some end with a comma. */
export const addressLines = (address: readonly string[]): string[] =>
  address.map((line) => line.trim().replace(/[\s,]+$/, "")).filter(Boolean);

/** Returns who runs the club and where; an address may begin with the operator's name already. */
export const postalLines = ({ operator, address }: { operator: string; address: readonly string[] }): string[] => [
  ...new Set([operator, ...addressLines(address)]),
];

export const addressInOneLine = (address: string): string => addressLines(address.split("\n")).join(", ");
