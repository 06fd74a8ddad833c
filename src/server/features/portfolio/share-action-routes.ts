import { type Kysely, sql, type Transaction } from "kysely";
import type { z } from "zod";
import { pageQuerySchema } from "#shared/lists.ts";
import type { SecondPersonReason } from "#shared/people/second-person.ts";
import {
  evidenceUploadQuerySchema,
  shareActionInputSchema,
  shareActionListSchema,
  shareActionLotListSchema,
  shareActionSchema,
  sharePriceRefusalSchema,
} from "#shared/portfolio/portfolio.ts";
import { maximumEvidenceBytes, portfolioMessages } from "#shared/portfolio/portfolio-messages.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { fileResponse } from "../../platform/files/file-response.ts";
import type { Content, FileKind } from "../../platform/files/inspect-content.ts";
import { withNewFile } from "../../platform/files/with-new-file.ts";
import { attachment } from "../../platform/http/content-disposition.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { keysetPage } from "../../platform/http/keyset-page.ts";
import type { PolicyActor } from "../../platform/http/policy.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { runCommand } from "../../platform/http/run-command.ts";
import { refuseUnlessPast } from "../../platform/http/typed-days.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { shareActionPolicy } from "./policy.ts";
import { hasCompany } from "./valuation-queries.ts";

interface Page {
  limit: number;
  cursor?: string | undefined;
}

const shareActions = (db: Kysely<DB>) =>
  db
    .selectFrom("share_action_list")
    .select(["id", "company_id", "share_class", "new_shares", "old_shares", "effective_on", "source", "proposed_at"])
    .select(["proposed_by", "proposed_by_name", "confirmed_at", "confirmed_by_name", "refused_at", "refused_because"])
    .select(["is_waiting", "refusal", "confirmable_from", "evidence_name", "members", "shares_before", "shares_after"])
    .select(["rounded_members"]);

type Row = Awaited<ReturnType<ReturnType<typeof shareActions>["executeTakeFirstOrThrow"]>>;

function shown(actor: PolicyActor, row: Row) {
  const { proposed_by: _author, is_waiting: _waiting, ...action } = row;
  return { ...action, refusal: row.refusal as SecondPersonReason | null, can: shareActionPolicy(actor, row) };
}

const newestFirst = [{ name: "id", type: "uuid", direction: "desc" }] as const;

async function listShareActions(db: Kysely<DB>, actor: PolicyActor, companyId: string, page: Page) {
  const found = shareActions(db).where("company_id", "=", companyId);
  const { items, next_cursor } = await keysetPage(found, newestFirst, page);
  return { items: items.map((row) => shown(actor, row)), next_cursor };
}

async function getShareAction(db: Kysely<DB>, actor: PolicyActor, id: string) {
  return shown(actor, await shareActions(db).where("id", "=", id).executeTakeFirstOrThrow());
}

const hasShareAction = async (db: Kysely<DB>, id: string): Promise<boolean> =>
  (await db.selectFrom("share_action_list").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;

const roundedFirst = [
  { name: "place", type: "integer", direction: "asc" },
  { name: "id", type: "uuid", direction: "asc" },
] as const;

async function listLots(db: Kysely<DB>, actionId: string, page: Page) {
  const found = db
    .selectFrom("share_action_line_list")
    .select(["id", "full_name", "deal_name", "share_class", "issued_on", "shares_before", "shares_after", "is_rounded"])
    .select("place")
    .where("action_id", "=", actionId);
  const { items, next_cursor } = await keysetPage(found, roundedFirst, page);
  return { items: items.map(({ place: _place, ...lot }) => lot), next_cursor };
}

/** @returns its id. @throws HttpError 404 for no such company. */
const proposeShareAction = (
  tx: Transaction<DB>,
  companyId: string,
  { share_class, new_shares, old_shares, effective_on, source }: z.output<typeof shareActionInputSchema>,
) =>
  runCommand<string>(
    tx,
    sql`propose_share_action(${companyId}, ${share_class}, ${new_shares}, ${old_shares}, ${effective_on}, ${source})`,
    "company",
  );

interface Confirmed {
  outcome: "confirmed";
  members: string[];
}

/** @throws HttpError 404 for no such split. */
const confirmShareAction = (tx: Transaction<DB>, id: string) =>
  runCommand<Confirmed>(tx, sql`confirm_share_action(${id})`, "split");

/** @throws HttpError 404 for no such split. */
const refuseShareAction = (tx: Transaction<DB>, id: string, reason: string) =>
  runCommand(tx, sql`refuse_share_action(${id}, ${reason})`, "split");

interface Evidence {
  action_id: string;
  author_id: string | null;
  file_name: string;
  file_id: string;
}

/** @returns false where the split does not wait any more, or has a document. */
async function insertSplitEvidence(
  tx: Transaction<DB>,
  { action_id, author_id, file_name, file_id }: Evidence,
): Promise<boolean> {
  const added = await tx
    .insertInto("share_action_evidence")
    .columns(["action_id", "author_id", "file_name", "file_id"])
    .expression((from) =>
      from
        .selectFrom("share_actions")
        .select(["id", from.val(author_id).as("author_id"), from.val(file_name).as("file_name")])
        .select(sql<string>`${file_id}::uuid`.as("file_id"))
        .where("id", "=", action_id)
        .where("confirmed_at", "is", null)
        .where("refused_at", "is", null),
    )
    .onConflict((conflict) => conflict.column("action_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return added !== undefined;
}

const findSplitEvidence = (db: Kysely<DB>, action_id: string) =>
  db
    .selectFrom("share_action_evidence")
    .select(["file_name", "file_id"])
    .where("action_id", "=", action_id)
    .executeTakeFirst();

const route = routesOf("Valuations and exits");

const list = route("get", "/companies/{id}/share-actions", {
  name: "listShareActions",
  summary: "Splits and consolidations of a company's shares",
  audience: "admin",
  params: idParameter,
  query: pageQuerySchema,
  answer: shareActionListSchema,
});

const propose = route("post", "/companies/{id}/share-actions", {
  name: "proposeShareAction",
  summary: "Propose a split or consolidation of a company's shares",
  audience: "admin",
  params: idParameter,
  body: shareActionInputSchema,
  status: 201,
  answer: shareActionSchema,
  refuses: ["revision_conflict"],
});

const lots = route("get", "/share-actions/{id}/lots", {
  name: "listShareActionLots",
  summary: "What a split makes of each member's lots",
  audience: "admin",
  params: idParameter,
  query: pageQuerySchema,
  answer: shareActionLotListSchema,
});

const confirm = route("post", "/share-actions/{id}/confirm", {
  name: "confirmShareAction",
  summary: "Confirm a split that another admin proposed, and tell the members",
  audience: "admin",
  needsFreshSignIn: true,
  params: idParameter,
  answer: shareActionSchema,
  refuses: ["second_person_required", "revision_conflict"],
});

const refuse = route("post", "/share-actions/{id}/refuse", {
  name: "refuseShareAction",
  summary: "Refuse a split that waits, or take back one's own",
  audience: "admin",
  params: idParameter,
  body: sharePriceRefusalSchema,
  answer: shareActionSchema,
  refuses: ["revision_conflict"],
});

const upload = route("post", "/share-actions/{id}/evidence", {
  name: "uploadShareActionEvidence",
  summary: "Add the document that shows a split which waits,",
  audience: "admin",
  params: idParameter,
  query: evidenceUploadQuerySchema,
  upload: "application/pdf",
  limit: { bytes: maximumEvidenceBytes, message: portfolioMessages.evidenceTooLarge },
  status: 201,
  answer: shareActionSchema,
  refuses: ["revision_conflict", "file_infected", "file_type_refused", "files_unavailable"],
});

const evidence = route("get", "/share-actions/{id}/evidence", {
  name: "getShareActionEvidence",
  summary: "The document that shows a split",
  audience: "person",
  params: idParameter,
  file: "application/pdf",
  refuses: ["range_not_satisfiable", "files_unavailable"],
});

export const shareActionRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const { id } = c.req.valid("param");
    const db = dependencies.readAs(actor);
    if (!(await hasCompany(db, id))) throw notFound("company");
    return c.json(await listShareActions(db, actor, id, c.req.valid("query")), 200);
  })
  .openapi(propose, async (c) => {
    const { dependencies, actor } = c.var;
    const { id: companyId } = c.req.valid("param");
    const input = c.req.valid("json");
    refuseUnlessPast("effective_on", input.effective_on, dependencies.now());
    const action = await dependencies.asActor(actor, async (tx, effects) => {
      const action_id = await proposeShareAction(tx, companyId, input);
      effects.audit("share_action_proposed", companyId, { action_id, ...toldOf(input) });
      return getShareAction(tx, actor, action_id);
    });
    return c.json(action, 201);
  })
  .openapi(lots, async (c) => {
    const { dependencies, actor } = c.var;
    const { id } = c.req.valid("param");
    const db = dependencies.readAs(actor);
    if (!(await hasShareAction(db, id))) throw notFound("split");
    return c.json(await listLots(db, id, c.req.valid("query")), 200);
  })
  .openapi(confirm, async (c) => c.json(await confirmOne(c.var, c.req.valid("param").id), 200))
  .openapi(refuse, async (c) =>
    c.json(await refuseOne(c.var, c.req.valid("param").id, c.req.valid("json").reason), 200),
  )
  .openapi(upload, async (c) => {
    const { file_name } = c.req.valid("query");
    return c.json(await addSplitEvidence(c.var, c.req.valid("param").id, file_name, c.req.raw.body ?? []), 201);
  })
  .openapi(evidence, async (c) => {
    const { dependencies, actor } = c.var;
    const db = dependencies.readAs(actor);
    const found = await findSplitEvidence(db, c.req.valid("param").id);
    const file = found && (await dependencies.files.open(db, found.file_id));
    if (!file) throw notFound("document");
    const headers = { "cache-control": "private, no-store", "content-disposition": attachment(found.file_name) };
    return (await fileResponse(c, file, headers)) as never;
  });

interface Told {
  share_class: string | null;
  new_shares: number;
  old_shares: number;
  effective_on: string;
}

const toldOf = ({ share_class, new_shares, old_shares, effective_on }: Told) => ({
  share_class,
  new_shares,
  old_shares,
  effective_on,
});

const confirmOne = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const confirmed = await confirmShareAction(tx, id);
    const action = await getShareAction(tx, actor, id);
    const { members, shares_before, shares_after } = action;
    effects.audit("share_action_confirmed", action.company_id, {
      action_id: id,
      ...toldOf(action),
      members,
      shares_before,
      shares_after,
    });
    for (const user_id of confirmed.members) {
      effects.notify(user_id, "shares_split", action.company_id);
      effects.mail("shares-split", { user_id, action_id: id });
    }
    return action;
  });

const refuseOne = ({ dependencies, actor }: Caller, id: string, reason: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    await refuseShareAction(tx, id, reason);
    const action = await getShareAction(tx, actor, id);
    effects.audit("share_action_refused", action.company_id, { action_id: id, ...toldOf(action), reason });
    return action;
  });

const evidenceFile: FileKind = {
  name: "share_action_evidence",
  maximumBytes: maximumEvidenceBytes,
  mediaTypes: ["application/pdf"],
};

/** What shows a split, such as the filed resolution: once, while it waits. @throws HttpError 409, 413 and 422 for the file. */
async function addSplitEvidence(
  { dependencies, actor }: Caller,
  action_id: string,
  file_name: string,
  content: Content,
) {
  const db = dependencies.readAs(actor);
  if (!(await hasShareAction(db, action_id))) throw notFound("split");
  const { can } = await getShareAction(db, actor, action_id);
  if (!can.add_evidence) throw new HttpError("revision_conflict", portfolioMessages.splitEvidenceClosed);
  return withNewFile(dependencies.files, { content, kind: evidenceFile }, ({ id: file_id }) =>
    dependencies.asActor(actor, async (tx, effects) => {
      if (!(await insertSplitEvidence(tx, { action_id, author_id: actor.userId, file_name, file_id })))
        throw new HttpError("revision_conflict", portfolioMessages.splitEvidenceClosed);
      const action = await getShareAction(tx, actor, action_id);
      effects.audit("share_action_evidence_added", action.company_id, { action_id, file_name });
      return action;
    }),
  );
}
