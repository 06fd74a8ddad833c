import type { Kysely } from "kysely";
import type { DB } from "../platform/db/database.generated.ts";
import type { PersonInput } from "./builders.ts";
import { buildPerson, type Person } from "./builders.ts";
import { sampleStatementForms } from "./sample-statement-forms.ts";

const day = 24 * 60 * 60 * 1000;

/** A member with a complete record and a statement that counts, signed yesterday unless said otherwise. */
export async function buildInvestor(
  db: Kysely<DB>,
  { signed_at = new Date(Date.now() - day), ...input }: PersonInput & { signed_at?: Date } = {},
): Promise<Person & { record_id: string }> {
  const person = await buildPerson(db, input);
  const record = {
    user_id: person.id,
    legal_name: person.full_name,
    date_of_birth: "1980-05-01",
    address: "4 Ferry Lane",
    country: "GB",
    is_uk_taxpayer: true,
    bank_account_name: person.full_name,
  };
  const { id: record_id } = await db
    .insertInto("investor_records")
    .values(record)
    .returning("id")
    .executeTakeFirstOrThrow();
  const statement = { record_id, form_id: await findOrBuildForm(db), signed_at, page_sha256: "a".repeat(64) };
  await db
    .insertInto("statements")
    .values({ ...statement, state: "live", live_from: signed_at })
    .execute();
  return { ...person, record_id };
}

/** The same for investors that are built at once. */
async function findOrBuildForm(db: Kysely<DB>): Promise<string> {
  const find = () => db.selectFrom("statement_forms").select("id").limit(1).executeTakeFirst();
  const known = await find();
  if (known) return known.id;
  const [sample] = sampleStatementForms;
  const content = JSON.stringify(sample?.content);
  const form = { kind: "high_net_worth" as const, version_label: "1", law_reference: "x", content };
  await db
    .insertInto("statement_forms")
    .values({ ...form, valid_from: "2020-01-01", sha256: "a".repeat(64), signed_off_at: new Date("2020-01-01") })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const built = await find();
  if (!built) throw new Error("There is no form.");
  return built.id;
}
