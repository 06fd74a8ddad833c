import { createHash } from "node:crypto";
import { z } from "@hono/zod-openapi";
import type { Kysely } from "kysely";
import { type ChecklistItem, dealMessages as messages, preparedStates } from "#shared/deals/deal-messages.ts";
import {
  blockedWordsIn,
  checklistInputSchema,
  type DealContent,
  dealContentSchema,
  dealRecordSchema,
  emptyDealPage,
  isBalanced,
  openedVersionSchema,
} from "#shared/deals/deals.ts";
import { renderDealPage } from "#shared/deals/render-deal-page.ts";
import { hasSampleMark, sampleWordingMessages } from "#shared/settings/sample-wording.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { followTerms } from "../commitments/follow-terms.ts";
import { listSampleWords } from "../settings/own-wording.ts";
import { findCompany } from "./company-queries.ts";
import { findDeal } from "./deal-queries.ts";
import { changeDeal } from "./deal-record.ts";
import { dealWarnings } from "./deal-warnings.ts";
import { findReleaseMailing } from "./mailing-queries.ts";
import { listAnswers } from "./question-queries.ts";
import { refusedField, refusedFields } from "./refused-field.ts";
import { listCurrentDocuments } from "./room-queries.ts";
import { lockDeal } from "./set-terms.ts";
import { findNewestTerms } from "./terms-queries.ts";
import {
  approveVersion,
  findApprovedContent,
  findVersion,
  insertVersion,
  readDealTexts,
  releaseDeal,
} from "./version-queries.ts";

const route = routesOf("Deals");

const params = idParameter.extend({ version_id: z.uuid() });

const freeze = route("post", "/deals/{id}/versions", {
  name: "freezeDealVersion",
  summary: "Freeze what members are shown, with the newest terms; nobody changes a version",
  audience: "admin",
  params: idParameter,
  body: checklistInputSchema,
  status: 201,
  answer: dealRecordSchema,
  refuses: ["deal_not_open", "sample_wording"],
});

const open = route("get", "/deals/{id}/versions/{version_id}", {
  name: "getDealVersion",
  summary: "A version with what it says, and its page as it was rendered then",
  audience: "admin",
  params,
  answer: openedVersionSchema,
});

const approve = route("post", "/deals/{id}/versions/{version_id}/approve", {
  name: "approveDealVersion",
  summary: "Approve a version that another admin froze",
  audience: "admin",
  params,
  body: checklistInputSchema,
  answer: dealRecordSchema,
  refuses: ["second_person_required", "deal_version_closed"],
});

const release = route("post", "/deals/{id}/release", {
  name: "releaseDeal",
  summary: "Show an approved deal to everybody with a statement that counts",
  audience: "admin",
  params: idParameter,
  answer: dealRecordSchema,
  refuses: ["deal_not_open", "deals_disabled", "sample_wording"],
});

export const dealVersionRoutes = createRouter()
  .openapi(freeze, async (c) =>
    c.json(await freezeVersion(c.var, c.req.valid("param").id, c.req.valid("json").checklist), 201),
  )
  .openapi(open, async (c) => {
    const { dependencies, actor } = c.var;
    const { id, version_id } = c.req.valid("param");
    const version = await findVersion(dependencies.readAs(actor), actor, id, version_id);
    if (!version) throw notFound("version");
    return c.json(version, 200);
  })
  .openapi(approve, async (c) =>
    c.json(await approveOne(c.var, { ...c.req.valid("param"), ...c.req.valid("json") }), 200),
  )
  .openapi(release, async (c) => c.json(await releaseOne(c.var, c.req.valid("param").id), 200));

/**
 * Freezes what members are shown: company, page, the newest terms, documents, answers and the warnings. @throws HttpError
 * 409 unless the deal is being prepared or shown, and while settings have the sample's words; 422 without terms, while a document is being checked, for blocked words
 * and for a page that is not balanced.
 */
async function freezeVersion(caller: Caller, id: string, checklist: readonly ChecklistItem[]) {
  const { identity, figures } = await caller.dependencies.readClub({ isFresh: true });
  return changeDeal(caller, async ({ tx, effects }) => {
    const { state } = await lockDeal(tx, id);
    if (!preparedStates.includes(state)) throw new HttpError("deal_not_open", messages.versionTooEarly);
    const deal = await findDeal(tx, id);
    const company = deal && (await findCompany(tx, deal.company_id));
    if (!company) throw notFound("deal");
    const terms = await findNewestTerms(tx, id);
    if (!terms) throw refusedField("terms", messages.noTerms);
    const content = dealContentSchema.parse({
      company,
      deal_name: deal.name,
      page: { ...emptyDealPage, ...deal.page },
      terms,
      documents: await listCurrentDocuments(tx, id),
      answers: await listAnswers(tx, id),
      warnings: dealWarnings(await readDealTexts(tx), identity),
      success_fee_bp: Math.round(figures.founder_success_fee_percent * 100),
    });
    await assertOwnWording(tx, caller, content);
    assertFitToShow(content);
    const page = renderDealPage(content);
    const page_sha256 = createHash("sha256").update(page).digest("hex");
    const number = await insertVersion(tx, {
      ...{ deal_id: id, author_id: caller.actor.userId, terms_id: terms.id, checklist },
      ...{ content: JSON.stringify(content), page, page_sha256 },
    });
    effects.audit("deal_version_frozen", id, { number, terms: terms.number, sha256: page_sha256 });
    return id;
  });
}

/** @throws HttpError 409 `sample_wording` in a real club whose settings, or this version, still have the sample's words. */
async function assertOwnWording(
  db: Kysely<DB>,
  { dependencies }: Pick<Caller, "dependencies">,
  { warnings }: Pick<DealContent, "warnings">,
): Promise<void> {
  if (dependencies.isSampleClub) return;
  const words = await listSampleWords(db);
  if (words.length > 0) throw new HttpError("sample_wording", sampleWordingMessages.parts(words));
  if (hasSampleMark(warnings)) throw new HttpError("sample_wording", sampleWordingMessages.version);
}

function assertFitToShow({ company: { one_line }, page, terms, documents, answers }: DealContent): void {
  const titles = documents.map(({ title }) => title);
  const errors = blockedWordsIn({ company: { one_line }, page, terms, documents: titles, answers }).map(
    ({ path, word }) => ({
      path: path.join("."),
      message: messages.blockedWord(word),
    }),
  );
  if (page.why_we_like_it.length === 0) errors.push({ path: "page.why_we_like_it", message: messages.noReasons });
  if (!isBalanced(page)) errors.push({ path: "page.what_would_make_it_fail", message: messages.unbalanced });
  if (errors.length > 0) throw refusedFields(errors);
}

const hour = 60 * 60 * 1000;
/** Answers of one hour come in one mail. */
const nextHour = (now: Date) => new Date((Math.floor(now.getTime() / hour) + 1) * hour);

interface Approving extends z.output<typeof params> {
  checklist: ChecklistItem[];
}

const approveOne = (caller: Caller, { id, version_id, checklist }: Approving) =>
  changeDeal(caller, async ({ tx, effects }) => {
    const version = await findVersion(tx, caller.actor, id, version_id);
    const before = await findApprovedContent(tx, id);
    if (!version) throw notFound("version");
    const outcome = await approveVersion(tx, version_id, checklist);
    const alone = outcome === "approved_alone" && { alone: true };
    effects.audit("deal_version_approved", id, { number: version.number, sha256: version.page_sha256, ...alone });
    if (before)
      await followTerms({ tx, effects }, { dealId: id, versionId: version_id, before, after: version.content });
    if (version.content.answers.length > 0) effects.schedule("deal-answers", {}, nextHour(caller.dependencies.now()));
    return id;
  });

const releaseOne = (caller: Caller, id: string) =>
  changeDeal(caller, async ({ tx, effects }) => {
    await releaseDeal(tx, id);
    const content = await findApprovedContent(tx, id);
    if (content) await assertOwnWording(tx, caller, content);
    effects.audit("deal_released", id);
    effects.publish("deal.released", { deal_id: id });
    effects.schedule("deal-answers", {}, nextHour(caller.dependencies.now()));
    const mailing_id = await findReleaseMailing(tx, id);
    if (mailing_id) effects.schedule("deal-mails", { mailing_id }, caller.dependencies.now());
    return id;
  });
