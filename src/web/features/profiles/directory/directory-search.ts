import { type SearchState, text } from "#web/lib/search-state.ts";

/** What the directory is narrowed down to, and whose profile is open. */
export const directorySearch = { q: text, expertise: text, location: text, member: text };

export type DirectoryFilter = Omit<SearchState<typeof directorySearch>, "member">;

/** Whether two spellings name the same skill or place. */
export const isSameTerm = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
