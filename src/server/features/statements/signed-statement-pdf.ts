import type { RequestContext } from "../../context.ts";
import { textDocument } from "../../platform/pdf/text-document.ts";
import type { SignedPage } from "./page-seal.ts";

/** What the page that was signed contains, and the hash of that page. */
export async function signedStatementPdf(
  { builtRoot, readClub }: Pick<RequestContext, "builtRoot" | "readClub">,
  { page_sha256, signed_at }: { page_sha256: string; signed_at: Date },
  { lines }: SignedPage,
): Promise<Uint8Array<ArrayBuffer>> {
  const { identity } = await readClub();
  const title =
    lines
      .find(({ style }) => style === "title")
      ?.runs.map(({ text }) => text)
      .join("") ?? "";
  const foot = `SHA-256 of the page as signed: ${page_sha256}`;
  return textDocument({ title, author: identity.name, lines, foot, createdAt: signed_at }, builtRoot);
}
