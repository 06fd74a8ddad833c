import { sql, type Transaction } from "kysely";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import type { Effects } from "../../../platform/db/types.ts";
import { HttpError } from "../../../platform/http/http-error.ts";
import { retellRaised, runCommand } from "../../../platform/http/run-command.ts";
import { publishCompany } from "../../content/write-content.ts";
import { listHolders, listPaid, readCompletion, readGate } from "./completion-queries.ts";
import { describeGate } from "./describe-gate.ts";

/** @throws HttpError 409 completion_unmet with each item that is missing, the first of them in its text. */
export const proposeOne = (caller: Caller, dealId: string, issuedOn: string) =>
  namingUnmet(caller, dealId, () =>
    caller.dependencies.asActor(caller.actor, async (tx, effects) => {
      await runCommand(tx, sql`propose_completion(${dealId}, ${issuedOn})`, "deal");
      effects.audit("deal_completion_proposed", dealId, { issued_on: issuedOn });
      for (const { user_id, commitment_id } of await listPaid(tx, dealId))
        effects.notify(user_id, "completion_ahead", commitment_id);
      effects.schedule("deal-clock", { deal_id: dealId }, new Date(caller.dependencies.now().getTime() + notice));
      return readCompletion(tx, caller.actor, dealId);
    }),
  );

interface Completed {
  members: number;
  shares: number;
  issued_on: string;
  success_fee_pence: number;
}

interface Completing {
  dealId: string;
  id: string;
  /** This person signed the list last. */
  by: string | null;
  now: Date;
}

/** As two have signed, a day after the day of issue was given: creates the holdings and tells the members. */
export async function completeDeal(
  { tx, effects }: { tx: Transaction<DB>; effects: Effects },
  { dealId, id, by, now }: Completing,
): Promise<void> {
  const facts = await runCommand<Completed>(tx, sql`complete_deal(${dealId}, ${id}, ${by})`, "proposal");
  const { ledger_sha256 } = await tx
    .selectFrom("deal_completions")
    .select("ledger_sha256")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  effects.audit("deal_completed", dealId, { ...facts, ledger_sha256 }, by);
  effects.publish("deal.completed", { deal_id: dealId });
  const company = await readCompanyFacts(tx, dealId);
  await publishCompany(tx, effects, {
    actor: { userId: by },
    now,
    facts: { ...company, invested_on: facts.issued_on },
  });
  for (const { user_id, commitment_id } of await listHolders(tx, dealId)) {
    effects.notify(user_id, "shares_issued", commitment_id);
    effects.mail("shares-issued", { user_id, commitment_id });
  }
  await tellAskers({ tx, effects }, dealId, now);
  effects.schedule("deal-papers", { deal_id: dealId }, now);
}

/** Tells of answers that no version has: from now on those who bought read them. */
async function tellAskers({ tx, effects }: { tx: Transaction<DB>; effects: Effects }, dealId: string, now: Date) {
  const { rows } = await sql<{ user_id: string | null; has_bought: boolean }>`
    update deal_questions q set told_at = ${now}
      from investor_records r
     where r.id = q.record_id and q.deal_id = ${dealId} and q.answer is not null and q.told_at is null and q.merged_into is null
    returning r.user_id, exists (select from commitments c
                                  where c.deal_id = q.deal_id and c.record_id = q.record_id and c.state = 'completed') as has_bought`.execute(
    tx,
  );
  for (const { user_id, has_bought } of rows) {
    if (!user_id) continue;
    effects.notify(user_id, has_bought ? "deal_question_settled" : "deal_question_closed", dealId);
    effects.mail("deal-question", { user_id, deal_id: has_bought ? dealId : null });
  }
}

const notice = 24 * 60 * 60 * 1000;

const namingUnmet = <Result>({ dependencies, actor }: Caller, dealId: string, work: () => Promise<Result>) =>
  retellRaised(
    {
      reasons: ["completion_unmet"],
      tell: (_refusal, { issued_on }) => dependencies.asActor(actor, (tx) => unmet(tx, dealId, String(issued_on))),
    },
    work,
  );

/** The portfolio shows these facts; what the desk does not know stays empty. */
const readCompanyFacts = (tx: Transaction<DB>, dealId: string) =>
  tx
    .selectFrom("deals as d")
    .innerJoin("companies as c", "c.id", "d.company_id")
    .select(["c.name", "d.name as round"])
    .select(({ fn, val }) => [
      fn.coalesce("c.website", val("")).as("website"),
      fn.coalesce("c.sector", val("")).as("sector"),
      fn.coalesce("c.one_line", val("")).as("what_it_does"),
    ])
    .where("d.id", "=", dealId)
    .executeTakeFirstOrThrow();

async function unmet(tx: Transaction<DB>, dealId: string, issuedOn: string): Promise<HttpError> {
  const open = describeGate(await readGate(tx, dealId, issuedOn), issuedOn).filter(({ state }) => state === "open");
  const errors = open.map(({ key, label, said }) => ({ path: key, message: `${label}: ${said}` }));
  return new HttpError("completion_unmet", errors[0]?.message ?? "", { errors });
}
