import { createHash } from "node:crypto";
import { z } from "@hono/zod-openapi";
import { sql } from "kysely";
import { dealMessages as messages, preparedStates } from "#shared/deals/deal-messages.ts";
import {
  blockedWordsIn,
  type DealContent,
  dealContentSchema,
  dealRecordSchema,
  emptyDealPage,
  isBalanced,
  openedVersionSchema,
  versionInputSchema,
} from "#shared/deals/deals.ts";
import { renderDealPage } from "#shared/deals/render-deal-page.ts";
import { postalLines } from "#shared/postal-lines.ts";
import type { Club, SettingValues } from "#shared/settings/settings.ts";
import type { Caller } from "../../context.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { findCompany } from "./company-queries.ts";
import { findDeal } from "./deal-queries.ts";
import { changeDeal } from "./deal-record.ts";
import { listAnswers } from "./question-queries.ts";
import { refusedField, refusedFields } from "./refused-field.ts";
import { listCurrentDocuments } from "./room-queries.ts";
import { lockDeal } from "./set-terms.ts";
import { assertOwnWording } from "./show-deal.ts";
import { findNewestTerms } from "./terms-queries.ts";
import { findVersion, insertVersion, listPanelCandidates, readDealTexts } from "./version-queries.ts";

const route = routesOf("Deals");

const params = idParameter.extend({ version_id: z.uuid() });

const freeze = route("post", "/deals/{id}/versions", {
  name: "freezeDealVersion",
  summary: "Make a version of what members are shown, with the newest terms",
  audience: "admin",
  params: idParameter,
  body: versionInputSchema,
  status: 201,
  answer: dealRecordSchema,
  refuses: ["deal_not_open", "sample_wording"],
});

const open = route("get", "/deals/{id}/versions/{version_id}", {
  name: "getDealVersion",
  summary: "A version, as it was rendered",
  audience: "admin",
  params,
  answer: openedVersionSchema,
});

export const dealVersionRoutes = createRouter()
  .openapi(freeze, async (c) => c.json(await freezeVersion(c.var, c.req.valid("param").id, c.req.valid("json")), 201))
  .openapi(open, async (c) => {
    const { dependencies, actor } = c.var;
    const { id, version_id } = c.req.valid("param");
    const version = await findVersion(dependencies.readAs(actor), id, version_id);
    if (!version) throw notFound("version");
    return c.json(version, 200);
  });

/**
 * Freezes what members are shown: company, page, the newest terms, documents, answers and the warnings. @throws HttpError
 * 409 unless the deal is being prepared or shown, and while settings have the sample's words; 422 without terms, while a document is being checked, for blocked words
 * and for a page that is not balanced.
 */
async function freezeVersion(caller: Caller, id: string, { checklist, panel }: z.output<typeof versionInputSchema>) {
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
    await assertOwnWording(tx, caller.dependencies, content);
    assertFitToShow(content);
    const page = renderDealPage(content);
    const page_sha256 = createHash("sha256").update(page).digest("hex");
    const { id: versionId, number } = await insertVersion(tx, {
      deal_id: id,
      author_id: caller.actor.userId,
      terms_id: terms.id,
      checklist,
      content: JSON.stringify(content),
      page,
      page_sha256,
    });
    const members = panel ?? (await listPanelCandidates(tx)).map((user_id) => ({ user_id }));
    await sql`select set_deal_panel(${versionId}, ${JSON.stringify(members)}::jsonb)`.execute(tx);
    effects.audit("deal_version_frozen", id, { number, terms: terms.number, sha256: page_sha256 });
    return id;
  });
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

/** The texts before a deal, with the club's operator and address in their places. */
export function dealWarnings(
  { headline, risk, sender, exemption }: SettingValues["deal_texts"],
  { operator, address }: Pick<Club["identity"], "operator" | "address">,
): DealContent["warnings"] {
  const lines = postalLines({ operator, address }).slice(1).join(", ");
  const fill = (text: string) => text.replaceAll("{operator}", () => operator).replaceAll("{address}", () => lines);
  return { headline: fill(headline), risk: fill(risk), sender: fill(sender), exemption: fill(exemption) };
}
