import { createHash, randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import { renderSignedStatement, signedStatementLines } from "#shared/signed-statement-lines.ts";
import type { StatementInput } from "#shared/signed-statements.ts";
import type { PageSeal } from "../features/statements/page-seal.ts";
import type { DB } from "../platform/db/database.generated.ts";

interface SampleStatement {
  kind: StatementInput["kind"];
  days_ago: number;
  answers: StatementInput["answers"];
}

const no = { applies: false, fields: {} };
const income = (amount: number) => ({ income: { applies: true, fields: { amount } }, net_assets: no });
const investments = (number: number) => ({
  private_equity: no,
  director: no,
  investments: { applies: true, fields: { number } },
  network: no,
});

/** Of invented people, by e-mail; everybody else has none yet. */
const sampleStatements: Record<string, SampleStatement> = {
  "amara@kindling.example": { kind: "high_net_worth", days_ago: 40, answers: income(180_000) },
  "eleanor@kindling.example": { kind: "self_certified_sophisticated", days_ago: 35, answers: investments(6) },
  "priya@ledgerlight.example": { kind: "high_net_worth", days_ago: 30, answers: income(120_000) },
};

/** What stands in the sample club's register: with records that are complete, and pages that can be read. */
export async function insertStatements(
  tx: Transaction<DB>,
  people: readonly { id: string; email: string; full_name: string }[],
  { pageSeal, now }: { pageSeal: PageSeal; now: Date },
): Promise<void> {
  const forms = await tx
    .selectFrom("statement_forms")
    .select(["id", "kind", "version_label", "law_reference", "content", "sha256", "is_sample"])
    .execute();
  for (const person of people) {
    const sample = sampleStatements[person.email];
    const form = forms.find(({ kind }) => kind === sample?.kind);
    if (!sample || !form) continue;
    const { id: record_id } = await tx
      .insertInto("investor_records")
      .values(recordOf(person))
      .returning("id")
      .executeTakeFirstOrThrow();
    const signedAt = new Date(now.getTime() - sample.days_ago * 24 * 60 * 60 * 1000);
    const input = {
      answers: sample.answers,
      declarations: ["true", "risk", "advice"],
      legal_name: person.full_name,
      signature: person.full_name,
    };
    const content = form.content as unknown as Parameters<typeof signedStatementLines>[0]["form"]["content"];
    const lines = signedStatementLines({ form: { ...form, content }, input, signedAt, number: randomUUID() });
    const html = renderSignedStatement(lines);
    const id = randomUUID();
    await tx
      .insertInto("statements")
      .values({
        id,
        record_id,
        form_id: form.id,
        signed_at: signedAt,
        page_sha256: createHash("sha256").update(html).digest("hex"),
        state: "live",
        live_from: signedAt,
      })
      .execute();
    await tx
      .insertInto("statement_pages")
      .values({ statement_id: id, ...pageSeal.seal(id, { html, lines }) })
      .execute();
  }
}

const recordOf = ({ id, full_name }: { id: string; full_name: string }) => ({
  user_id: id,
  legal_name: full_name,
  date_of_birth: "1978-04-12",
  address: "12 Sample Street\nLondon N1 0AA",
  country: "GB",
  is_uk_taxpayer: true,
  bank_account_name: full_name,
});
