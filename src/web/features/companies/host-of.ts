export const hostOf = (website: string): string => (URL.canParse(website) ? new URL(website).host : website);
