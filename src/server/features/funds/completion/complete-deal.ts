import type { Transaction } from "kysely";
import { completionMessages as messages } from "#shared/funds-completion-messages.ts";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { HttpError, notFound } from "../../../platform/http/http-error.ts";
import { publishCompany } from "../../content/write-content.ts";
import { confirmCompletion, listHolders, proposeCompletion, readCompletion, readGate } from "./completion-queries.ts";
import { describeGate } from "./describe-gate.ts";

/** @throws HttpError 409 completion_unmet with each item that is missing, the first of them in its text. */
export const proposeOne = ({ dependencies, actor }: Caller, dealId: string, issuedOn: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const proposed = await proposeCompletion(tx, dealId, issuedOn);
    if (!proposed) throw notFound("deal");
    if (proposed.outcome === "closed") throw new HttpError(409, "deal_not_open", messages.notClosing);
    if (proposed.outcome === "unmet") throw await unmet(tx, dealId, issuedOn);
    effects.audit("deal_completion_proposed", dealId, { issued_on: issuedOn });
    return readCompletion(tx, actor, dealId);
  });

/** Creates the holdings and notifies the members. @throws HttpError as above, 403 for the proposer. */
export const completeOne = ({ dependencies, actor }: Caller, dealId: string, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const completed = await confirmCompletion(tx, dealId, id);
    if (!completed) throw notFound("proposal");
    if (completed.outcome === "closed") throw new HttpError(409, "revision_conflict", messages.proposalDecided);
    if (completed.outcome === "second_person_required")
      throw new HttpError(403, "second_person_required", messages.secondPerson);
    if (completed.outcome === "unmet") throw await unmet(tx, dealId, completed.issued_on);
    const { outcome, ...facts } = completed;
    const completion = await readCompletion(tx, actor, dealId);
    effects.audit("deal_completed", dealId, {
      ...facts,
      ledger_sha256: completion.proposal?.ledger_sha256 ?? null,
      ...(outcome === "completed_alone" && { alone: true }),
    });
    effects.publish("deal.completed", { deal_id: dealId });
    const company = await readCompanyFacts(tx, dealId);
    await publishCompany(tx, effects, {
      ...{ actor, now: dependencies.now() },
      facts: { ...company, invested_on: completion.proposal?.issued_on ?? "" },
    });
    for (const { user_id, commitment_id } of await listHolders(tx, dealId)) {
      effects.notify(user_id, "shares_issued", commitment_id);
      effects.mail("shares-issued", { user_id, commitment_id });
    }
    effects.schedule("deal-papers", { deal_id: dealId }, dependencies.now());
    return completion;
  });

/** As the portfolio shows them; what the desk does not know stays empty. */
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
  return new HttpError(409, "completion_unmet", errors[0]?.message ?? "", { errors });
}
