import { uuid } from "#web/lib/search-state.ts";

/** What the address says: a deal, and the document of it that is read. */
export const openDealsSearch = { deal: uuid, document: uuid };
