import type { Kysely } from "kysely";
import type { PanelMember } from "#shared/acts/acts.ts";
import { panelMemberWords } from "#shared/acts/panel-words.ts";
import type { CommitmentState, NextStep } from "#shared/commitments/commitment-messages.ts";
import type { Costs, ListedCommitment, OwnCommitment } from "#shared/commitments/commitments.ts";
import { minimumShares, mostCosts, type ShareCosts, sharesFor } from "#shared/commitments/share-costs.ts";
import { termsChanges } from "#shared/commitments/terms-changes.ts";
import { dealBodyMessages } from "#shared/deals/open-deal-messages.ts";
import { withTwoDecimals } from "#shared/pence.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { notFound } from "../../platform/http/http-error.ts";
import type { Policy } from "../../platform/http/policy.ts";
import { retellRaised } from "../../platform/http/run-command.ts";
import { findOwnCommitment, findOwnOfDeal, type ListedRow, listOwnHistory, type OwnCommitmentRow } from "./queries.ts";

export const toCosts = ({ shares, costPence, feePence, duePence }: ShareCosts): Costs => ({
  shares,
  cost_pence: costPence,
  fee_pence: feePence,
  due_pence: duePence,
});

interface Numbers {
  price: string;
  shares: number;
  fee_bp: number;
  allocated_shares: number | null;
  cost_pence: number | null;
  fee_pence: number | null;
}

/** What it got, and before that what it asks for. */
export const costsOf = ({ price, shares, fee_bp, allocated_shares, cost_pence, fee_pence }: Numbers): Costs =>
  allocated_shares !== null && cost_pence !== null && fee_pence !== null
    ? { shares: allocated_shares, cost_pence, fee_pence, due_pence: cost_pence + fee_pence }
    : toCosts(mostCosts({ price, shares, feeBp: fee_bp }));

export const toListed = (row: ListedRow): ListedCommitment => {
  const { id, deal_id, company_name, deal_name, deal_state, state, refunded_pence, refunded_on } = row;
  const [next, due] = nextOf(row);
  return {
    id,
    deal_id,
    company_name,
    deal_name,
    deal_state,
    state,
    ...costsOf(row),
    next,
    refunded_pence,
    refunded_on,
    state_since: row.state_since.toISOString(),
    placed_at: row.placed_at.toISOString(),
    due_at: due?.toISOString() ?? null,
  };
};

/** A sum that is owed comes before what may be taken. */
function nextOf({ state, reconsent_until, due_at, top_up_closes_at }: ListedRow): [NextStep | null, Date | null] {
  if (state === "needs_reconsent") return ["answer", reconsent_until];
  if (state === "called" || state === "part_paid") return ["pay", due_at];
  return top_up_closes_at ? ["take", top_up_closes_at] : [null, null];
}

/** The numbers of a commitment that is kept with new terms. */
export function keptCosts({
  ceiling_pence,
  fee_bp,
  new_price,
  new_minimum_pence,
}: Pick<OwnCommitmentRow, "ceiling_pence" | "fee_bp" | "new_price" | "new_minimum_pence">): ShareCosts {
  const price = withTwoDecimals(new_price);
  return mostCosts({ price, shares: sharesFor(price, ceiling_pence, new_minimum_pence), feeBp: fee_bp });
}

/** A member who named no other number accepts the smallest commitment. */
export function keptLeast(
  { price, minimum_pence, new_price, new_minimum_pence, least_shares }: OwnCommitmentRow,
  shares: number,
) {
  const smallest = minimumShares(new_price, new_minimum_pence);
  if (least_shares === minimumShares(price, minimum_pence)) return smallest;
  return Math.min(Math.max(least_shares, smallest), shares);
}

function reconsentOf(row: OwnCommitmentRow): OwnCommitment["reconsent"] {
  const { reconsent_until, ceiling_pence, content_before, content_after, panel_before, panel_after } = row;
  if (!reconsent_until) return null;
  const after = keptCosts(row);
  return {
    until: reconsent_until.toISOString(),
    terms: {
      id: row.new_terms_id,
      number: row.new_terms_number,
      price: withTwoDecimals(row.new_price),
      scheme: row.new_scheme,
    },
    changes: changesOf({ content_before, content_after, panel_before, panel_after }),
    after: toCosts(after),
    least_shares: keptLeast(row, after.shares),
    exceeds_ceiling: after.costPence > ceiling_pence,
  };
}

type Versions = Pick<OwnCommitmentRow, "content_before" | "content_after" | "panel_before" | "panel_after">;

/** Of the terms, and of who signs and takes part. */
export const changesOf = ({ content_before, content_after, panel_before, panel_after }: Versions) =>
  content_before && content_after
    ? [
        ...termsChanges(content_before, content_after).map(({ isMaterial: _, ...change }) => change),
        ...panelChange(panel_before ?? [], panel_after ?? []),
      ]
    : [];

/** Nothing of a version from before panels: it named nobody. */
function panelChange(former: readonly PanelMember[], now: readonly PanelMember[]) {
  const words = (panel: readonly PanelMember[]) => panel.map(panelMemberWords).join("; ");
  const [before, after] = [words(former), words(now)];
  return former.length === 0 || before === after ? [] : [{ label: dealBodyMessages.whoSigns, before, after }];
}

async function toOwnCommitment(
  db: Kysely<DB>,
  { dependencies, actor }: Caller,
  row: OwnCommitmentRow,
): Promise<OwnCommitment> {
  const { id, deal_id, company_name, deal_name, deal_state, number, state, band, tier, fee_bp } = row;
  const {
    amount_pence,
    ceiling_pence,
    least_shares,
    wants_relief,
    signed_as,
    issued_on,
    held_shares,
    reconsent_until,
  } = row;
  const { call_hours, hold_hours } = row;
  const history = await listOwnHistory(db, id);
  return {
    id,
    deal_id,
    company_name,
    deal_name,
    deal_state,
    number,
    state,
    band,
    tier,
    fee_bp,
    amount_pence,
    ceiling_pence,
    least_shares,
    wants_relief,
    signed_as,
    issued_on,
    held_shares,
    company_id: row.company_id,
    returned_pence: row.returned_pence,
    returned_on: row.returned_on,
    call_hours,
    hold_hours,
    ...costsOf(row),
    asked_shares: row.shares,
    state_since: row.state_since.toISOString(),
    updated_at: row.updated_at.toISOString(),
    placed_at: row.placed_at.toISOString(),
    closes_at: row.closes_at.toISOString(),
    instead_of: row.instead_of?.toISOString() ?? null,
    closing_reason: row.closing_reason,
    said_sent_at:
      row.said_sent_at && row.called_at && row.said_sent_at >= row.called_at ? row.said_sent_at.toISOString() : null,
    completion_expected_on: row.completion_expected_on,
    terms: { id: row.terms_id, number: row.terms_number, price: withTwoDecimals(row.price), scheme: row.scheme },
    reconsent: reconsentOf(row),
    history: history.map((event) => ({ ...event, happened_at: event.happened_at.toISOString() })),
    can: commitmentPolicy(actor, {
      // Nobody else is given it.
      user_id: actor.userId,
      state,
      isOpen: row.is_open,
      hasSaidSent: row.said_sent_at !== null && row.called_at !== null && row.said_sent_at >= row.called_at,
      isInGrace: row.grace_until !== null && row.grace_until > dependencies.now(),
      isInTime: reconsent_until !== null && reconsent_until > dependencies.now(),
    }),
  };
}

/** @throws HttpError 404 for none, and for somebody else's. */
export async function getOwnCommitment(db: Kysely<DB>, caller: Caller, id: string): Promise<OwnCommitment> {
  const row = await findOwnCommitment(db, id);
  if (!row) throw notFound("commitment");
  return toOwnCommitment(db, caller, row);
}

/** The latest of a deal, or the one that has not ended. */
export async function findOwn(
  db: Kysely<DB>,
  caller: Caller,
  dealId: string,
  which: { isLive: boolean },
): Promise<OwnCommitment | null> {
  const row = await findOwnOfDeal(db, dealId, which);
  return row ? toOwnCommitment(db, caller, row) : null;
}

interface CommitmentRow {
  user_id: string | null;
  state: CommitmentState;
  /** Its owner is shown deals and can commit to this one now. */
  isOpen: boolean;
  /** The owner still has time to answer a change of terms. */
  isInTime: boolean;
  /** The owner has said that they sent the money that was called. */
  hasSaidSent: boolean;
  isInGrace: boolean;
}

const withdrawableStates: readonly CommitmentState[] = ["committed", "needs_reconsent", "waiting_list"];

export const commitmentPolicy: Policy<CommitmentRow, keyof OwnCommitment["can"]> = (
  actor,
  { user_id, state, isOpen, isInTime, hasSaidSent, isInGrace },
) => {
  const isOwner = actor.isMember && actor.userId === user_id;
  return {
    change: isOwner && state === "committed" && isOpen,
    withdraw: isOwner && withdrawableStates.includes(state),
    say_sent: isOwner && (state === "called" || state === "part_paid") && isInGrace && !hasSaidSent,
    reconsent: isOwner && state === "needs_reconsent" && isInTime,
  };
};

/** Refused for one of these reasons, the answer carries the caller's commitment as it is now. */
export const withPresent = <Result>(
  caller: Caller,
  dealId: string,
  reasons: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> =>
  retellRaised(
    {
      reasons,
      tell: async (refusal) => {
        const { dependencies, actor } = caller;
        const record = await dependencies.asActor(actor, (tx) => findOwn(tx, caller, dealId, { isLive: true }));
        return record ? refusal.with({ record }) : refusal;
      },
    },
    work,
  );
