import { type Kysely, sql, type Transaction } from "kysely";
import { type Assurance, assuranceLabels } from "#shared/deals/deal-messages.ts";
import type { FoundOnCertificate, Relief } from "#shared/funds/funds-relief.ts";
import {
  reliefMessages as messages,
  type RecordedReliefStep,
  recordedReliefSteps,
} from "#shared/funds/funds-relief-messages.ts";
import { londonDate } from "#shared/london-time.ts";
import { shareWords } from "#shared/notices/own-notices.ts";
import { formatPence } from "#shared/pence.ts";
import { memberName } from "#shared/people/person-name.ts";
import { daysBetween } from "#shared/portfolio/tax-dates.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { notFound } from "../../../platform/http/http-error.ts";
import type { Policy, PolicyActor } from "../../../platform/http/policy.ts";
import { isSimilarName } from "../bank-files/similar-names.ts";
import { compareCertificate, compareDeal, suggestMember } from "./compare-certificate.ts";

/** @param now the moment that days are counted to. */
export async function readRelief(db: Kysely<DB>, actor: PolicyActor, dealId: string, now: Date) {
  const { assurance, assurance_on, ...deal } = await getTerms(db, dealId);
  const { scheme } = deal;
  const holders = scheme === "none" ? [] : await listReliefMembers(db, dealId);
  const due = holders.filter((member) => member.scheme !== null);
  const delivered = due.filter(({ paper_id }) => paper_id !== null);
  const recorded = await findSteps(db, dealId);
  const { filed, authorised, certified } = recorded;
  const delivered_pence = delivered.reduce((sum, { cost_pence }) => sum + cost_pence, 0);
  const isDelivered = due.length > 0 && delivered.length === due.length;
  const steps: Relief["steps"] = [
    {
      key: "assurance",
      label: messages.steps.assurance,
      on: assurance === "given" ? assurance_on : null,
      said: assuranceLabels[assurance],
    },
    { key: "issued", label: messages.steps.issued, on: lastOf(holders.map(({ issued_on }) => issued_on)), said: null },
    { key: "filed", label: messages.steps.filed(scheme), on: filed?.happened_on ?? null, said: null },
    {
      key: "authorised",
      label: messages.steps.authorised(scheme),
      on: authorised?.happened_on ?? null,
      said: authorised?.uir ?? null,
    },
    { key: "certified", label: messages.steps.certified(scheme), on: certified?.happened_on ?? null, said: null },
    {
      key: "delivered",
      label: messages.steps.delivered,
      on: isDelivered ? lastOf(delivered.map(({ matched_at }) => matched_at && londonDate(matched_at))) : null,
      said: due.length > 0 ? messages.delivered(delivered.length, due.length, formatPence(delivered_pence)) : null,
    },
  ];
  const lastDone = lastOf(steps.map(({ on }) => on));
  const can = reliefPolicy(actor, {
    due: due.length,
    isFiled: filed !== undefined,
    isAuthorised: authorised !== undefined,
  });
  return {
    deal_id: dealId,
    scheme,
    steps: scheme === "none" ? [] : steps,
    uir: authorised?.uir ?? null,
    waiting_days: due.length > 0 && !isDelivered && lastDone ? daysBetween(lastDone, londonDate(now)) : null,
    chased_on: recorded.chased?.happened_on ?? null,
    chased_next_on: await findNextChase(db, dealId),
    due: due.length,
    delivered: delivered.length,
    delivered_pence,
    certificates: (await listUnmatched(db, dealId)).map((certificate) => ({
      ...certificate,
      of_another: compareDeal(certificate.found, deal),
      ...suggestFor(certificate.found, holders, authorised?.uir ?? null),
    })),
    members: holders.map(({ commitment_id, member, full_name, shares, cost_pence, issued_on, ...holder }) => ({
      commitment_id,
      member,
      full_name,
      shares,
      cost_pence,
      issued_on,
      state: stateOf(holder),
      paper_id: holder.paper_id,
    })),
    can: { record: recordedReliefSteps.filter((step) => can[step]), upload: can.upload },
  };
}

const lastOf = (days: readonly (string | null)[]): string | null =>
  days
    .filter((day) => day !== null)
    .toSorted()
    .at(-1) ?? null;

export type ReliefMember = Awaited<ReturnType<typeof listReliefMembers>>[number];

function stateOf({ scheme, wants_relief, paper_id }: Pick<ReliefMember, "scheme" | "wants_relief" | "paper_id">) {
  if (scheme === null) return wants_relief ? ("not_a_taxpayer" as const) : ("not_wanted" as const);
  return paper_id === null ? ("waiting" as const) : ("delivered" as const);
}

/** Nobody who has a certificate already: then why nobody fits. */
function suggestFor(
  found: FoundOnCertificate,
  holders: readonly ReliefMember[],
  uir: string | null,
): Pick<Relief["certificates"][number], "suggested" | "nobody"> {
  const due = holders.filter(({ scheme }) => scheme !== null);
  const suggested = suggestMember(found, due);
  if (!suggested || suggested.paper_id !== null) return { suggested: null, nobody: nobodyFits(found, holders) };
  const { commitment_id, member, full_name } = suggested;
  return {
    suggested: { commitment_id, member, full_name, differences: compareCertificate(found, suggested, uir) },
    nobody: [],
  };
}

/** Of each member whose name is on it, or else of whoever alone has its figures, why it is not theirs. */
function nobodyFits(found: FoundOnCertificate, holders: readonly ReliefMember[]): string[] {
  const { name, shares, amount_pence } = found;
  const suggested = suggestMember(found, holders);
  const named = name === null ? [] : holders.filter(({ legal_name }) => legal_name && isSimilarName(name, legal_name));
  const meant = named.length > 0 ? named : suggested ? [suggested] : [];
  const why = meant.flatMap((member) => {
    const who = memberName(member.full_name);
    const differs = compareCertificate({ ...found, name: null, issued_on: null, uir: null }, member, null).length > 0;
    const given = [
      ...(shares === null ? [] : [shareWords(shares)]),
      ...(amount_pence === null ? [] : [formatPence(amount_pence)]),
    ];
    const state = stateOf(member);
    return [
      ...(differs
        ? [messages.holds(who, shareWords(member.shares), formatPence(member.cost_pence), given.join(" for "))]
        : []),
      ...(state === "waiting" ? [] : [messages.notWaiting[state](who)]),
    ];
  });
  if (why.length > 0) return why.slice(0, 6);
  if (meant.length > 0) return [messages.severalFit(meant.map(({ full_name }) => memberName(full_name)).join(", "))];
  return [name === null ? messages.noName : messages.notOfDeal(name)];
}

async function getTerms(db: Kysely<DB>, dealId: string) {
  const terms = await db
    .selectFrom("deals as d")
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom("deal_terms as t")
          .select(["t.scheme", "t.assurance", "t.assurance_on"])
          .whereRef("t.deal_id", "=", "d.id")
          .orderBy("t.number", "desc")
          .limit(1)
          .as("t"),
      (join) => join.onTrue(),
    )
    .innerJoin("companies as c", "c.id", "d.company_id")
    .select(["t.scheme", "t.assurance", "t.assurance_on", "c.name as company", "c.company_number"])
    .where("d.id", "=", dealId)
    .executeTakeFirst();
  if (!terms) throw notFound("deal");
  const { scheme, assurance, ...others } = terms;
  return { ...others, scheme: scheme ?? "none", assurance: (assurance ?? "none") satisfies Assurance };
}

/** All who hold shares of a deal, by their numbers. */
export const listReliefMembers = (db: Kysely<DB>, dealId: string) =>
  db
    .selectFrom("relief_members")
    .select(["commitment_id", "member", "full_name", "legal_name", "address", "shares", "share_class"])
    .select(["price", "cost_pence", "issued_on", "scheme", "wants_relief", "paper_id", "matched_at"])
    .where("deal_id", "=", dealId)
    .orderBy("member")
    .execute();

/** The newest of each that counts. */
async function findSteps(db: Kysely<DB>, dealId: string) {
  const rows = await db
    .selectFrom("relief_steps")
    .distinctOn("step")
    .select(["step", "happened_on", "uir"])
    .where("deal_id", "=", dealId)
    .orderBy("step")
    .orderBy("recorded_at", "desc")
    .orderBy("id", "desc")
    .execute();
  const of = (step: (typeof rows)[number]["step"]) => rows.find((row) => row.step === step);
  return { filed: of("filed"), authorised: of("authorised"), certified: of("certified"), chased: of("chased") };
}

async function findNextChase(db: Kysely<DB>, dealId: string): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`select relief_chased_next_on(${dealId}) as day`.execute(db);
  return rows[0]?.day ?? null;
}

async function listUnmatched(db: Kysely<DB>, dealId: string) {
  const rows = await db
    .selectFrom("paper_list")
    .select(["id", "file_name", "created_at", "found"])
    .where("deal_id", "=", dealId)
    .where("kind", "=", "relief_certificate")
    .where("commitment_id", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ ...row, found: foundOf(row.found) }));
}

/** Finds a certificate that was not removed. */
export async function findCertificate(db: Kysely<DB>, id: string) {
  const row = await db
    .selectFrom("paper_list")
    .select(["deal_id", "found", "commitment_id"])
    .where("id", "=", id)
    .where("kind", "=", "relief_certificate")
    .executeTakeFirst();
  return row && { ...row, found: foundOf(row.found) };
}

/** Of certificates that came in before it was read, company and scheme are not known. */
const foundOf = (found: unknown): FoundOnCertificate => ({
  companies: [],
  company_numbers: [],
  scheme: null,
  ...(found as Omit<FoundOnCertificate, "companies" | "company_numbers" | "scheme">),
});

/** Of the files of those that are there, matched or not. */
export async function listCertificateHashes(db: Kysely<DB>, dealId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom("paper_list")
    .select("sha256")
    .where("deal_id", "=", dealId)
    .where("kind", "=", "relief_certificate")
    .execute();
  return new Set(rows.map(({ sha256 }) => sha256 ?? ""));
}

type Matched =
  | { outcome: "matched"; deal_id: string; user_id: string | null }
  | { outcome: "amount_differs"; given: number | null; held: number }
  | { outcome: "date_differs"; given: string | null; held: string }
  | { outcome: "taken" | "no_relief" | "closed" };

/** Figures are what an admin reads on a certificate that could not be read. @returns null where there is no such certificate or member. */
export async function matchCertificate(
  tx: Transaction<DB>,
  id: string,
  commitmentId: string,
  { amount_pence, issued_on }: { amount_pence: number | null; issued_on: string | null },
): Promise<Matched | null> {
  const { rows } = await sql<{ result: Matched | null }>`
    select match_relief_certificate(${id}, ${commitmentId}, ${amount_pence}, ${issued_on}) as result`.execute(tx);
  return rows[0]?.result ?? null;
}

/** @returns whose it was, null for one that is not matched or is removed. */
export async function withdrawCertificate(tx: Transaction<DB>, id: string, reason: string) {
  const { rows } = await sql<{ result: { commitment_id: string; user_id: string | null } | null }>`
    select withdraw_relief_certificate(${id}, ${reason}) as result`.execute(tx);
  return rows[0]?.result ?? null;
}

/** @returns false for one that is matched or removed. */
export async function removeCertificate(tx: Transaction<DB>, id: string): Promise<boolean> {
  const { rows } = await sql<{ removed: boolean }>`select remove_relief_certificate(${id}) as removed`.execute(tx);
  return rows[0]?.removed ?? false;
}

interface ReliefRow {
  /** Members who hold shares under a scheme. */
  due: number;
  isFiled: boolean;
  isAuthorised: boolean;
}

/** A recorded step can be corrected: its newest record counts. */
export const reliefPolicy: Policy<ReliefRow, RecordedReliefStep | "upload"> = ({ isAdmin }, row) => {
  const isDue = isAdmin && row.due > 0;
  return {
    filed: isDue,
    authorised: isDue && row.isFiled,
    certified: isDue && row.isAuthorised,
    upload: isDue,
  };
};
