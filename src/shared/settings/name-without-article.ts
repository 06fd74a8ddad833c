/** "Orchard Club" of "The Orchard Club", for sentences that have a word before the name: "your Orchard Club account". */
export const nameWithoutArticle = (name: string): string => name.replace(/^the\s+(?=\S)/i, "");
