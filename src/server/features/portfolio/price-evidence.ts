import { maximumEvidenceBytes, portfolioMessages as messages } from "#shared/portfolio/portfolio-messages.ts";
import type { Caller } from "../../context.ts";
import type { Content, FileKind } from "../../platform/files/inspect-content.ts";
import { withNewFile } from "../../platform/files/with-new-file.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { getSharePrice, hasSharePrice, insertEvidence } from "./valuation-queries.ts";

const evidenceFile: FileKind = {
  name: "price_evidence",
  maximumBytes: maximumEvidenceBytes,
  mediaTypes: ["application/pdf"],
};

/** What shows that a price is right: once, while it waits. @throws HttpError 409, 413 and 422 for the file. */
export async function addEvidence(
  { dependencies, actor }: Caller,
  price_id: string,
  file_name: string,
  content: Content,
) {
  const db = dependencies.readAs(actor);
  if (!(await hasSharePrice(db, price_id))) throw notFound("price");
  const { can } = await getSharePrice(db, actor, price_id);
  if (!can.add_evidence) throw new HttpError(409, "revision_conflict", messages.evidenceClosed);
  return withNewFile(dependencies.files, { content, kind: evidenceFile }, ({ id: file_id }) =>
    dependencies.asActor(actor, async (tx, effects) => {
      if (!(await insertEvidence(tx, { price_id, author_id: actor.userId, file_name, file_id })))
        throw new HttpError(409, "revision_conflict", messages.evidenceClosed);
      const price = await getSharePrice(tx, actor, price_id);
      effects.audit("share_price_evidence_added", price.company_id, { price_id, file_name });
      return price;
    }),
  );
}
