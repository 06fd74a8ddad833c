import { type Kysely, sql, type Transaction } from "kysely";
import type { z } from "zod";
import { withTwoDecimals } from "#shared/pence.ts";
import type { SecondPersonReason } from "#shared/people/second-person.ts";
import type { sharePriceInputSchema } from "#shared/portfolio/portfolio.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { keysetPage } from "../../platform/http/keyset-page.ts";
import type { PolicyActor } from "../../platform/http/policy.ts";
import { runCommand } from "../../platform/http/run-command.ts";
import { sharePricePolicy } from "./policy.ts";

const sharePrices = (db: Kysely<DB>) =>
  db
    .selectFrom("share_price_list")
    .select(["id", "company_id", "share_class", "as_of", "basis", "price", "impaired_percent", "source"])
    .select(["shares_in_issue", "entered_at", "entered_by", "entered_by_name", "confirmed_at", "in_effect_at"])
    .select([
      "confirmed_by_name",
      "refused_at",
      "refused_because",
      "is_waiting",
      "refusal",
      "confirmable_from",
      "price_before",
    ])
    .select(["needs_evidence", "evidence_name", "takes_effect_at", "announced_by_name"])
    .select(sql<boolean>`is_replaced`.as("is_replaced"));

type Row = Awaited<ReturnType<ReturnType<typeof sharePrices>["executeTakeFirstOrThrow"]>>;

function shown(actor: PolicyActor, row: Row) {
  const { entered_by: _author, is_waiting: _waiting, ...price } = row;
  return {
    ...price,
    refusal: row.refusal as SecondPersonReason | null,
    price: withTwoDecimals(row.price),
    price_before: row.price_before === null ? null : withTwoDecimals(row.price_before),
    can: sharePricePolicy(actor, row),
  };
}

const newestFirst = [{ name: "id", type: "uuid", direction: "desc" }] as const;

export async function listSharePrices(
  db: Kysely<DB>,
  actor: PolicyActor,
  companyId: string,
  page: { limit: number; cursor?: string | undefined },
) {
  const { items, next_cursor } = await keysetPage(
    sharePrices(db).where("company_id", "=", companyId),
    newestFirst,
    page,
  );
  return { items: items.map((row) => shown(actor, row)), next_cursor };
}

export async function getSharePrice(db: Kysely<DB>, actor: PolicyActor, id: string) {
  return shown(actor, await sharePrices(db).where("id", "=", id).executeTakeFirstOrThrow());
}

export const hasSharePrice = async (db: Kysely<DB>, id: string): Promise<boolean> =>
  (await db.selectFrom("share_price_list").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;

export async function hasCompany(db: Kysely<DB>, id: string): Promise<boolean> {
  return (await db.selectFrom("companies").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
}

/** @returns its id. @throws HttpError 404 for no such company. */
export function enterSharePrice(
  tx: Transaction<DB>,
  companyId: string,
  input: z.output<typeof sharePriceInputSchema>,
): Promise<string> {
  const { share_class, as_of, basis, source, shares_in_issue } = input;
  const price = "price" in input ? input.price : null;
  const percent = "impaired_percent" in input ? input.impaired_percent : null;
  return runCommand(
    tx,
    sql`enter_share_price(${companyId}, ${share_class}, ${as_of}, ${basis}, ${price}, ${percent}, ${source}, ${shares_in_issue})`,
    "company",
  );
}

/** @throws HttpError 404 for no such price. */
export const confirmSharePrice = (tx: Transaction<DB>, id: string) =>
  runCommand<"confirmed" | "announced">(tx, sql`confirm_share_price(${id})`, "price");

/** @throws HttpError 404 for no such price. */
export const refuseSharePrice = (tx: Transaction<DB>, id: string, reason: string) =>
  runCommand(tx, sql`refuse_share_price(${id}, ${reason})`, "price");

interface Evidence {
  price_id: string;
  author_id: string | null;
  file_name: string;
  file_id: string;
}

/** @returns false where the price does not wait any more, or has a document. */
export async function insertEvidence(tx: Transaction<DB>, { price_id, author_id, file_name, file_id }: Evidence) {
  const added = await tx
    .insertInto("price_evidence")
    .columns(["price_id", "author_id", "file_name", "file_id"])
    .expression((from) =>
      from
        .selectFrom("share_prices")
        .select(["id", from.val(author_id).as("author_id"), from.val(file_name).as("file_name")])
        .select(sql<string>`${file_id}::uuid`.as("file_id"))
        .where("id", "=", price_id)
        .where("confirmed_at", "is", null)
        .where("refused_at", "is", null),
    )
    .onConflict((conflict) => conflict.column("price_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return added !== undefined;
}

export const findEvidence = (db: Kysely<DB>, price_id: string) =>
  db.selectFrom("price_evidence").select(["file_name", "file_id"]).where("price_id", "=", price_id).executeTakeFirst();
