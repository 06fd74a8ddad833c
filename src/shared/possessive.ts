/** "Kindling’s", "Saltmarsh Angels’". */
export const possessive = (name: string): string => (/s$/i.test(name) ? `${name}’` : `${name}’s`);
