import { oneOf, text, uuid } from "#web/lib/search-state.ts";

/** The deal that is shown, its commitment form, empty or with what is changed, the document of it that is read, and the folds that are open. */
export const openDealsSearch = { deal: uuid, step: oneOf(["commit", "change"]), document: uuid, folds: text };
