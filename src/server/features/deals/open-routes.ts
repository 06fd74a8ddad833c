import type { Transaction } from "kysely";
import { dealMessages as messages } from "#shared/deals/deal-messages.ts";
import {
  type DealContent,
  deliveryFilterSchema,
  deliveryListSchema,
  deliveryQuerySchema,
  interestInputSchema,
  type OpenDealState,
  openDealListSchema,
  openDealQuerySchema,
  openDealSchema,
  ownDeliveryListSchema,
} from "#shared/deals/deals.ts";
import { pageQuerySchema } from "#shared/lists.ts";
import { hasEveryWord } from "#shared/match-words.ts";
import type { Tier } from "#shared/people/people-messages.ts";
import { postalLines } from "#shared/postal-lines.ts";
import { tierFees } from "#shared/settings/tier-fees.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { csvExport } from "../../platform/http/csv-stream.ts";
import { HttpError, notFound, onlyPost } from "../../platform/http/http-error.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { deliveriesCsv } from "./deliveries-csv.ts";
import {
  findBought,
  findReadableDeal,
  findSeenContent,
  type ListedOpenDealRow,
  listDeliveries,
  listOpenDeals,
  listOwnDeliveries,
  listPanelOfVersion,
  type ReadableDealRow,
  readDemand,
  readLastDay,
  readOwnTier,
  recordShown,
  setInterest,
} from "./open-queries.ts";
import { whileOpen } from "./while-open.ts";

const route = routesOf("Open deals");

const list = route("get", "/open-deals", {
  name: "listOpenDeals",
  summary: "The deals that members are shown, latest first",
  audience: "investor",
  recordsReading: true,
  query: openDealQuerySchema,
  answer: openDealListSchema,
});

const read = route("get", "/open-deals/{id}", {
  name: "getOpenDeal",
  summary: "One deal as its last approved version says it, open or bought",
  audience: "reader",
  recordsReading: true,
  params: idParameter,
  answer: openDealSchema,
});

const answer = route("put", "/open-deals/{id}/interest", {
  name: "answerOpenDeal",
  summary: "Say what one thinks of a deal, which binds nobody",
  audience: "investor",
  params: idParameter,
  body: interestInputSchema,
  answer: openDealSchema,
  refuses: ["deal_not_open"],
});

const listOwn = route("get", "/deliveries/me", {
  name: "listOwnDeliveries",
  summary: "What one was shown, under which statement",
  audience: "member",
  query: pageQuerySchema,
  answer: ownDeliveryListSchema,
});

const register = route("get", "/deliveries", {
  name: "listDeliveries",
  summary: "Who was shown what, when, and under which statement",
  audience: "admin",
  query: deliveryQuerySchema,
  answer: deliveryListSchema,
});

const download = route("post", "/deliveries.csv", {
  name: "exportDeliveries",
  summary: "The register as a CSV file",
  audience: "admin",
  query: deliveryFilterSchema,
  file: "text/csv",
});

export const openDealRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const userId = actor.userId ?? "";
    const now = dependencies.now();
    const { q } = c.req.valid("query");
    const shown = await whileOpen(c.var, async (tx) => {
      const all = await listOpenDeals(tx, userId);
      const deals = q === undefined ? all : all.filter(({ content }) => hasEveryWord(content.company.name, q));
      if (c.req.method !== "HEAD") await recordList(tx, q === undefined ? undefined : deals);
      return { deals, valid_through: (await readLastDay(tx, userId)) ?? "" };
    });
    const { identity, warnings } = await dependencies.readClub();
    const items = shown.deals.map((deal) => ({
      id: deal.id,
      company_name: deal.content.company.name,
      one_line: deal.content.company.one_line,
      ...termsInList(deal.content),
      state: stateOf(deal, now),
      ...closingOf(deal),
      interest: interestOf(deal),
      commitment: commitmentOf(deal),
      withdrawn_at: deal.withdrawn_at,
      is_new: Boolean(deal.is_new) && stateOf(deal, now) !== "closed",
    }));
    // The warnings are as approved with the deal that came last; without a deal there is nothing to approve.
    const said = shown.deals[0]?.content.warnings ?? {
      risk: warnings.risk_warning,
      sender: postalLines(identity).join(", "),
      exemption: warnings.offers,
    };
    const headed = { ...said, headline: messages.listHeadline };
    return c.json({ warnings: headed, valid_through: shown.valid_through, items }, 200);
  })
  .openapi(read, async (c) => {
    const { id } = c.req.valid("param");
    const reader = await createReader(c.var);
    const shown = await whileOpen(c.var, (tx) => showDeal(tx, reader, id, c.req.method !== "HEAD"));
    if (shown.content.documents.length > 0) c.var.dependencies.watermarker.start();
    return c.json(shown, 200);
  })
  .openapi(answer, async (c) => {
    const { id } = c.req.valid("param");
    const input = c.req.valid("json");
    const reader = await createReader(c.var);
    const shown = await whileOpen(c.var, async (tx) => {
      if (!(await setInterest(tx, id, input))) throw new HttpError("deal_not_open", messages.notOpen);
      return showDeal(tx, reader, id);
    });
    return c.json(shown, 200);
  })
  .openapi(listOwn, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await listOwnDeliveries(dependencies.readAs(actor), c.req.valid("query")), 200);
  })
  .openapi(register, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await listDeliveries(dependencies.readAs(actor), c.req.valid("query")), 200);
  })
  .openapi(download, async (c) => c.body(...(await csvExport(c.var, deliveriesCsv(c.req.valid("query"))))) as never);
openDealRoutes.get(download.path, onlyPost);

/** @param found those that a search shows; without it all. */
async function recordList(tx: Transaction<DB>, found?: readonly { id: string }[]): Promise<void> {
  if (!found) await recordShown(tx, "list");
  for (const { id } of found ?? []) await recordShown(tx, "list", id);
}

interface Reader {
  userId: string;
  now: Date;
  fees_bp: Record<Tier, number>;
}

/** Settings are read before the transaction, which must not wait for another connection. */
const createReader = async ({ dependencies, actor }: Caller): Promise<Reader> => ({
  userId: actor.userId ?? "",
  now: dependencies.now(),
  fees_bp: tierFees(await dependencies.readClub()),
});

/** @throws HttpError 404 for a deal that members are not shown. */
async function showDeal(tx: Transaction<DB>, { userId, now, fees_bp }: Reader, id: string, isShown = true) {
  const deal = await findReadableDeal(tx, userId, id);
  if (!deal?.approved_at) throw notFound("deal");
  // The content is read before this visit is recorded.
  const seen = await findSeenContent(tx, userId, deal);
  if (isShown && !deal.is_bought) await recordShown(tx, "page", id);
  return {
    id,
    bought: deal.is_bought ? await findBought(tx, id) : null,
    state: stateOf(deal, now),
    ...closingOf(deal),
    released_at: deal.released_at,
    version_id: deal.version_id,
    version_number: deal.version_number,
    approved_at: deal.approved_at,
    content: deal.content,
    panel: await listPanelOfVersion(tx, deal.version_id),
    seen,
    valid_through: await readLastDay(tx, userId),
    tier: await readOwnTier(tx),
    fees_bp,
    interest: interestOf(deal),
    withdrawn_at: deal.withdrawn_at,
    demand: await readDemand(tx, id),
  };
}

type Ending = Pick<ListedOpenDealRow, "closes_at" | "instead_of" | "closing_reason">;

function stateOf(
  { state, content, closes_at }: Pick<ReadableDealRow, "state" | "content"> & Ending,
  now: Date,
): OpenDealState {
  if (state !== "released" || !closes_at || closes_at <= now) return "closed";
  return content.terms.opens_at > now.toISOString() ? "opens_soon" : "open";
}

const closingOf = ({ closes_at, instead_of, closing_reason }: Ending) => ({
  closes_at: closes_at?.toISOString() ?? "",
  instead_of: instead_of?.toISOString() ?? null,
  closing_reason,
});

const interestOf = ({ level, amount_pence, reason }: Pick<ReadableDealRow, "level" | "amount_pence" | "reason">) =>
  level ? { level, amount_pence, reason } : null;

const commitmentOf = ({ commitment_state: state, commitment_shares: shares }: ListedOpenDealRow) =>
  state && shares !== null ? { state, shares } : null;

function termsInList({ terms }: DealContent) {
  const { scheme, price, club_minimum_pence, club_maximum_pence, opens_at } = terms;
  return { scheme, price, club_minimum_pence, club_maximum_pence, opens_at };
}
