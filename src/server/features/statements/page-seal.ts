import type { SignedLine } from "#shared/statements/signed-statements.ts";
import { createSeal, type Seal, type Sealed } from "../../platform/seal.ts";

/** What somebody signed: the page, byte for byte, and the lines it was made of. */
export interface SignedPage {
  html: string;
  lines: SignedLine[];
}

export type SealedPage = Sealed;

/** Pages hold figures; each is sealed for its statement. */
export type PageSeal = Seal<SignedPage>;

/** @param keys the present one, then those before it. */
export const createPageSeal = (keys: readonly [string, ...string[]]): PageSeal => createSeal(keys, "statement pages");
