import type { z } from "@hono/zod-openapi";
import type { Transaction } from "kysely";
import {
  type TypedHoldingInput,
  type TypedHoldingUpdate,
  typedHoldingInputSchema,
  typedHoldingSchema,
  typedHoldingUpdateSchema,
  typedPriceInputSchema,
  typedSaleInputSchema,
} from "#shared/portfolio/typed-holdings.ts";
import { typedHoldingMessages as messages } from "#shared/portfolio/typed-holdings-messages.ts";
import { firstOversold } from "#shared/portfolio/typed-sales.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { HttpError, notFound, refusedField } from "../../platform/http/http-error.ts";
import { idParameter, statusSchema } from "../../platform/http/responses.ts";
import { refuseUnlessPast } from "../../platform/http/typed-days.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import {
  claimedLossPence,
  countTyped,
  deleteEmptyCompany,
  deleteTyped,
  deleteTypedHolding,
  ensureTypedCompany,
  findOtherClass,
  findTypedHolding,
  insertTypedHolding,
  insertTypedPrice,
  insertTypedSale,
  lockTyped,
  type Typed,
  updateTypedHolding,
} from "./typed-queries.ts";

const route = routesOf("Portfolio");

const mostHoldings = 500;
/** The limit is for one company. */
const mostEntries = 200;

const add = route("post", "/portfolio/me/typed/holdings", {
  name: "addTypedHolding",
  summary: "Type shares that one holds beside the club's",
  audience: "person",
  body: typedHoldingInputSchema,
  status: 201,
  answer: typedHoldingSchema,
  refuses: ["too_many_entries"],
});

const change = route("put", "/portfolio/me/typed/holdings/{id}", {
  name: "changeTypedHolding",
  summary: "Change what one typed of one's shares",
  audience: "person",
  params: idParameter,
  body: typedHoldingUpdateSchema,
  answer: typedHoldingSchema,
  refuses: ["revision_conflict"],
});

const remove = route("delete", "/portfolio/me/typed/holdings/{id}", {
  name: "removeTypedHolding",
  summary: "Remove shares that one typed",
  audience: "person",
  params: idParameter,
  answer: statusSchema,
  refuses: ["oversold"],
});

const sell = route("post", "/portfolio/me/typed/companies/{id}/sales", {
  name: "addTypedSale",
  summary: "Type a sale of shares that one typed, the earliest first",
  audience: "person",
  params: idParameter,
  body: typedSaleInputSchema,
  status: 201,
  answer: statusSchema,
  refuses: ["too_many_entries"],
});

const price = route("post", "/portfolio/me/typed/companies/{id}/prices", {
  name: "addTypedPrice",
  summary: "Value shares that one typed, by one's own word",
  audience: "person",
  params: idParameter,
  body: typedPriceInputSchema,
  status: 201,
  answer: statusSchema,
  refuses: ["too_many_entries"],
});

const removeSale = route("delete", "/portfolio/me/typed/sales/{id}", {
  name: "removeTypedSale",
  summary: "Remove a sale that one typed",
  audience: "person",
  params: idParameter,
  answer: statusSchema,
  refuses: ["revision_conflict"],
});

const removePrice = route("delete", "/portfolio/me/typed/prices/{id}", {
  name: "removeTypedPrice",
  summary: "Remove a price that one typed",
  audience: "person",
  params: idParameter,
  answer: statusSchema,
  refuses: ["revision_conflict"],
});

// The routes leave no rows in the audit: admins read that.
export const typedRoutes = createRouter()
  .openapi(add, async (c) => c.json(await addOne(c.var, c.req.valid("json")), 201))
  .openapi(change, async (c) => c.json(await changeOne(c.var, c.req.valid("param").id, c.req.valid("json")), 200))
  .openapi(remove, async (c) => {
    await removeOne(c.var, c.req.valid("param").id);
    return c.json({ status: true }, 200);
  })
  .openapi(sell, async (c) => {
    await sellSome(c.var, c.req.valid("param").id, c.req.valid("json"));
    return c.json({ status: true }, 201);
  })
  .openapi(price, async (c) => {
    await priceOne(c.var, c.req.valid("param").id, c.req.valid("json"));
    return c.json({ status: true }, 201);
  })
  .openapi(removeSale, async (c) => {
    await removeOneOf(c.var, "typed_sales", c.req.valid("param").id);
    return c.json({ status: true }, 200);
  })
  .openapi(removePrice, async (c) => {
    await removeOneOf(c.var, "typed_prices", c.req.valid("param").id);
    return c.json({ status: true }, 200);
  });

const addOne = (caller: Caller, input: TypedHoldingInput) =>
  caller.dependencies.asActor(caller.actor, async (tx) => {
    check(caller, input);
    if ((await countTyped(tx)) >= mostHoldings) throw tooMany(mostHoldings);
    const added = await insertTypedHolding(tx, await ensureTypedCompany(tx, input.company_name), input);
    await refuseOtherClass(tx, added.id);
    return added;
  });

async function refuseOtherClass(tx: Transaction<DB>, id: string): Promise<void> {
  const other = await findOtherClass(tx, id);
  if (other !== undefined) throw refusedField("share_class", messages.otherClass(other));
}

/** In a company of another name, where that was changed. */
const changeOne = (caller: Caller, id: string, { expected_version, ...input }: TypedHoldingUpdate) =>
  caller.dependencies.asActor(caller.actor, async (tx) => {
    check(caller, input);
    const before = await findTypedHolding(tx, id);
    if (!before) throw notFound("holding");
    if (expected_version && before.updated_at.toISOString() !== new Date(expected_version).toISOString())
      throw new HttpError("revision_conflict", messages.changedMeanwhile(before.shares, before.cost_pence));
    refuseClaimed(before, input);
    const changed = await updateTypedHolding(tx, id, await ensureTypedCompany(tx, input.company_name), input);
    await refuseOtherClass(tx, id);
    for (const companyId of new Set([before.company_id, changed.company_id]).values()) {
      const oversold = await findOversold(tx, companyId);
      if (!oversold) continue;
      const { sold_on } = oversold;
      const isLater = before.issued_on <= sold_on && input.issued_on > sold_on;
      const field = before.company_id !== changed.company_id ? "company_name" : isLater ? "issued_on" : "shares";
      throw refusedField(field, messages.soldMore(sold_on));
    }
    await deleteEmptyCompany(tx, before.company_id);
    return changed;
  });

/** The relief was worked out of these: it is recorded again for what is right. */
function refuseClaimed(
  before: NonNullable<Awaited<ReturnType<typeof findTypedHolding>>>,
  input: TypedHoldingInput,
): void {
  const field = (["scheme", "shares", "cost_pence", "issued_on"] as const).find((name) => before[name] !== input[name]);
  const pence = Number(before.claimed_pence);
  if (field && pence > 0) throw refusedField(field, messages.claimed(pence));
}

const removeOne = (caller: Caller, id: string) =>
  caller.dependencies.asActor(caller.actor, async (tx) => {
    const before = await findTypedHolding(tx, id);
    if (!before) throw notFound("holding");
    await deleteTypedHolding(tx, id);
    const oversold = await findOversold(tx, before.company_id);
    if (oversold) throw new HttpError("oversold", messages.soldMore(oversold.sold_on));
    await deleteEmptyCompany(tx, before.company_id);
  });

const sellSome = (caller: Caller, companyId: string, sale: z.output<typeof typedSaleInputSchema>) =>
  caller.dependencies.asActor(caller.actor, async (tx) => {
    checkDay(caller, "sold_on", sale.sold_on);
    const { holdings, sales } = await lockOwn(tx, companyId);
    if (sales.length >= mostEntries) throw tooMany(mostEntries);
    const [first] = holdings;
    if (first && sale.sold_on < first.issued_on) throw refusedField("sold_on", messages.onlyHeld(first.issued_on));
    const oversold = firstOversold(holdings, [...sales, sale]);
    if (oversold)
      throw refusedField(
        "shares",
        oversold.sold_on === sale.sold_on
          ? messages.moreThanHeld(oversold.held, sale.sold_on)
          : messages.soldMore(oversold.sold_on),
      );
    await insertTypedSale(tx, companyId, sale);
  });

const priceOne = (caller: Caller, companyId: string, given: z.output<typeof typedPriceInputSchema>) =>
  caller.dependencies.asActor(caller.actor, async (tx) => {
    checkDay(caller, "as_of", given.as_of);
    const { holdings, prices } = await lockOwn(tx, companyId);
    if (prices.length >= mostEntries) throw tooMany(mostEntries);
    const [first] = holdings;
    if (first && given.as_of < first.issued_on) throw refusedField("as_of", messages.onlyHeld(first.issued_on));
    await insertTypedPrice(tx, companyId, given);
  });

const removeOneOf = ({ dependencies, actor }: Caller, table: "typed_sales" | "typed_prices", id: string) =>
  dependencies.asActor(actor, async (tx) => {
    const removed = await deleteTyped(tx, table, id);
    if (!removed) throw notFound(table === "typed_sales" ? "sale" : "price");
    const claimed = await claimedLossPence(tx, removed.company_id, removed.day);
    if (claimed > 0) throw new HttpError("revision_conflict", messages.claimedLoss(claimed));
  });

async function lockOwn(tx: Transaction<DB>, companyId: string): Promise<Typed> {
  const own = await lockTyped(tx, companyId);
  if (!own) throw notFound("company");
  return own;
}

async function findOversold(tx: Transaction<DB>, companyId: string) {
  const { holdings, sales } = await lockOwn(tx, companyId);
  return firstOversold(holdings, sales);
}

function check(caller: Caller, { issued_on, certificate_on }: TypedHoldingInput): void {
  checkDay(caller, "issued_on", issued_on);
  if (certificate_on !== null) checkDay(caller, "certificate_on", certificate_on);
}

const checkDay = ({ dependencies }: Caller, path: string, day: string): void =>
  refuseUnlessPast(path, day, dependencies.now());

const tooMany = (most: number) => new HttpError("too_many_entries", messages.tooMany(most));
