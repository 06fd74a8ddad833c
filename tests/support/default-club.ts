import { defaultClub } from "#shared/club.ts";
import type { ReadApi } from "#shared/document-renderer.ts";

/** What the API answers in a club where nobody has changed anything. */
export const readDefaults: ReadApi = async (path) => {
  if (path === "/settings") return defaultClub;
  throw new Error(`There is no default for ${path}.`);
};
