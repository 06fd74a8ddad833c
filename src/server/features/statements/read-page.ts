import { statementMessages as messages } from "#shared/statements/signed-statement-messages.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import type { PageSeal, SealedPage, SignedPage } from "./page-seal.ts";

/** @throws HttpError 404 without a page, 409 for one whose secret is not given. */
export function readPage(pageSeal: PageSeal, statementId: string, page: SealedPage | undefined): SignedPage {
  if (!page) throw notFound("statement");
  const opened = pageSeal.open(statementId, page);
  if (!opened) throw new HttpError("statement_unreadable", messages.unknownKey);
  return opened;
}
