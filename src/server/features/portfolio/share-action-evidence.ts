import { maximumEvidenceBytes, portfolioMessages as messages } from "#shared/portfolio/portfolio-messages.ts";
import type { Caller } from "../../context.ts";
import type { Content, FileKind } from "../../platform/files/inspect-content.ts";
import { withNewFile } from "../../platform/files/with-new-file.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { getShareAction, hasShareAction, insertSplitEvidence } from "./share-action-queries.ts";

const evidenceFile: FileKind = {
  name: "share_action_evidence",
  maximumBytes: maximumEvidenceBytes,
  mediaTypes: ["application/pdf"],
};

/** What shows a split, such as the filed resolution: once, while it waits. @throws HttpError 409, 413 and 422 for the file. */
export async function addSplitEvidence(
  { dependencies, actor }: Caller,
  action_id: string,
  file_name: string,
  content: Content,
) {
  const db = dependencies.readAs(actor);
  if (!(await hasShareAction(db, action_id))) throw notFound("split");
  const { can } = await getShareAction(db, actor, action_id);
  if (!can.add_evidence) throw new HttpError(409, "revision_conflict", messages.splitEvidenceClosed);
  return withNewFile(dependencies.files, { content, kind: evidenceFile }, ({ id: file_id }) =>
    dependencies.asActor(actor, async (tx, effects) => {
      if (!(await insertSplitEvidence(tx, { action_id, author_id: actor.userId, file_name, file_id })))
        throw new HttpError(409, "revision_conflict", messages.splitEvidenceClosed);
      const action = await getShareAction(tx, actor, action_id);
      effects.audit("share_action_evidence_added", action.company_id, { action_id, file_name });
      return action;
    }),
  );
}
