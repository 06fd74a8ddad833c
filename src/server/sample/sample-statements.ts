import { createHash, randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import { renderSignedStatement, signedStatementLines } from "#shared/statements/signed-statement-lines.ts";
import type { StatementInput } from "#shared/statements/signed-statements.ts";
import type { PageSeal } from "../features/statements/page-seal.ts";
import type { DB } from "../platform/db/database.generated.ts";

interface SampleStatement {
  kind: StatementInput["kind"];
  days_ago: number;
  answers: StatementInput["answers"];
  /** Live while its days last, unless something else came of it. */
  came?: "in_review" | "withdrawn" | { state: "refused" | "revoked"; reason: string };
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
  // Not yet due for a reminder, which the first night would send.
  "tomasz@wieczorek.example": { kind: "self_certified_sophisticated", days_ago: 280, answers: investments(3) },
  "fiona.macaskill@glenview.example": { kind: "high_net_worth", days_ago: 372, answers: income(150_000) },
  "kwame@harbourline.example": {
    kind: "high_net_worth",
    days_ago: 2,
    answers: income(110_000),
    came: "in_review",
  },
  "meilin@fenlight.example": {
    kind: "self_certified_sophisticated",
    days_ago: 90,
    answers: investments(4),
    came: "withdrawn",
  },
  "ingrid@nordlyskraft.example": {
    kind: "high_net_worth",
    days_ago: 20,
    answers: income(100_000),
    came: {
      state: "refused",
      reason: "The income is that of your company, not your own. Please sign again with yours.",
    },
  },
};

/** What the sample club's register contains: with records that are complete, and pages that can be read. */
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
        ...cameOf(sample, signedAt),
      })
      .execute();
    await tx
      .insertInto("statement_pages")
      .values({ statement_id: id, ...pageSeal.seal(id, { html, lines }) })
      .execute();
  }
}

function cameOf({ came }: SampleStatement, signedAt: Date) {
  const ended_at = new Date(signedAt.getTime() + 24 * 60 * 60 * 1000);
  if (came === undefined) return { state: "live" as const, live_from: signedAt };
  if (came === "in_review") return { state: came, flags: ["contradiction"] };
  if (came === "withdrawn") return { state: came, live_from: signedAt, ended_at };
  return { ...came, ended_at, ...(came.state === "revoked" && { live_from: signedAt }) };
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
