/** "£0.00–£17,059.92"; one value where both ends read the same. */
export const rangeWords = (low: string, high: string): string => (low === high ? low : `${low}–${high}`);
