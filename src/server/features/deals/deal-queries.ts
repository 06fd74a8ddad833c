import { type Kysely, sql } from "kysely";
import {
  completedStates,
  type DealFilter,
  type DealState,
  dealStates,
  nextStates,
  workStates,
} from "#shared/deals/deal-messages.ts";
import type { DealPage, DealQuery, ListedDeal } from "#shared/deals/deals.ts";
import { lastWorkingDay } from "#shared/working-days.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { hasEveryWord } from "../../platform/db/has-every-word.ts";
import { keysetPage, newestFirst } from "../../platform/http/keyset-page.ts";
import type { Policy, PolicyActor } from "../../platform/http/policy.ts";

const isUnsettled = sql<boolean>`is_unsettled(d.id)`;

/** Per row: a join would evaluate the view for every person. */
export const personName = (column: "d.owner_id" | "author_id" | "confirmed_by" | "moved_by") =>
  sql<
    string | null
  >`(select coalesce(full_name, email) from audit_people where audit_people.id = ${sql.ref(column)} limit 1)`;

const deals = (db: Kysely<DB>) =>
  db
    .selectFrom("deals as d")
    .innerJoin("companies as c", "c.id", "d.company_id")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("deal_terms")
          .select(["scheme", "round_total_pence"])
          .whereRef("deal_id", "=", "d.id")
          .orderBy("number", "desc")
          .limit(1)
          .as("t"),
      (join) => join.onTrue(),
    )
    .select([
      "t.scheme",
      "t.round_total_pence",
      "d.id",
      "d.created_at",
      "d.updated_at",
      "d.company_id",
      "c.name as company_name",
      "c.one_line",
      "d.name",
      "d.state",
      "d.state_since",
      "d.enquired_on",
      "d.reply_due_on",
      "d.parked_until",
      "d.owner_id",
      "d.next_step",
    ])
    .select((deal) =>
      deal
        .selectFrom("deal_versions as v")
        .innerJoin("deal_terms as shown", "shown.id", "v.terms_id")
        .select("shown.opens_at")
        .whereRef("v.deal_id", "=", "d.id")
        .where("v.approved_at", "is not", null)
        .orderBy("v.number", "desc")
        .limit(1)
        .as("opens_at"),
    )
    .select((deal) =>
      deal.selectFrom("desk_deal_ends as e").select("e.closes_at").whereRef("e.deal_id", "=", "d.id").as("closes_at"),
    )
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom("outgoing_payments as o")
          .select("o.id")
          .whereRef("o.deal_id", "=", "d.id")
          .where("o.kind", "=", "wire")
          .where("o.state", "in", ["approved", "paid"]),
      )
        .$castTo<boolean>()
        .as("is_company_paid"),
    )
    .select(isUnsettled.as("is_unsettled"))
    .select(personName("d.owner_id").as("owner_name"));

/** @param today London date. */
export function listDeals(db: Kysely<DB>, { state, q, ...page }: DealQuery, today: string) {
  const found = deals(db)
    .$if(state !== undefined, (query) =>
      state === "overdue"
        ? query.where(isOverdue(today))
        : state === "unsettled"
          ? query.where("d.state", "=", "cancelled").where(isUnsettled)
          : query.where("d.state", "in", statesOf(state)),
    )
    .$if(Boolean(q), (query) =>
      query.where(sql<boolean>`${hasEveryWord(sql`c.name`, q)} or ${hasEveryWord(sql`d.name`, q)}
          or exists (select from jsonb_array_elements(c.founders) f where ${hasEveryWord(sql`f ->> 'name'`, q)})`),
    );
  return keysetPage(found, state === "enquiry" ? firstToAnswer : newestFirst("d.created_at", "d.id"), page);
}

const firstToAnswer = [
  { name: "d.reply_due_on", type: "date", direction: "asc" },
  { name: "d.id", type: "uuid", direction: "asc" },
] as const;

const statesOf = (filter: DealFilter | undefined): readonly DealState[] =>
  filter === "work"
    ? workStates
    : filter === "done"
      ? completedStates
      : filter === "not_taken_on"
        ? ["declined", "withdrawn", "parked", "cancelled"]
        : dealStates.filter((state) => state === filter);

export type DealRow = Awaited<ReturnType<typeof listDeals>>["items"][number];

export const findDeal = (db: Kysely<DB>, id: string) =>
  deals(db)
    .select(["d.released_at", sql<Partial<DealPage>>`d.page`.as("page")])
    .select(sql<number>`(hours_of_deal(d.id) ->> 'reconsent_hours')::int`.as("reconsent_hours"))
    .select(sql<number>`(hours_of_deal(d.id) ->> 'cooling_off_hours')::int`.as("cooling_off_hours"))
    .where("d.id", "=", id)
    .executeTakeFirst();

const isOverdue = (today: string) => sql<boolean>`state = 'enquiry' and reply_due_on < ${lastWorkingDay(today)}::date`;

/** Of one admin, which another one confirms by announcing the same. */
export async function findClosingProposal(db: Kysely<DB>, { actor }: { actor: PolicyActor }, dealId: string) {
  const found = await db
    .selectFrom("closing_proposals")
    .select(["id", "closes_at", "reason", "proposed_by_name", "refusal"])
    .where("deal_id", "=", dealId)
    .executeTakeFirst();
  if (!found) return null;
  const { refusal, ...proposal } = found;
  return { ...proposal, can: proposalPolicy(actor, { refusal }) };
}

/** Of one admin, which another one confirms by moving it with the same reason. */
export async function findCancellingProposal(db: Kysely<DB>, { actor }: { actor: PolicyActor }, dealId: string) {
  const found = await db
    .selectFrom("cancelling_proposals")
    .select(["expires_at", "reason", "proposed_by_name", "refusal", "author_id"])
    .where("deal_id", "=", dealId)
    .executeTakeFirst();
  if (!found) return null;
  const { refusal, author_id, ...proposal } = found;
  return { ...proposal, can: { ...proposalPolicy(actor, { refusal }), withdraw: author_id === actor.userId } };
}

export const listMoves = (db: Kysely<DB>, dealId: string) =>
  db
    .selectFrom("deal_moves")
    .select(["id", "from_state as from", "to_state as to", "moved_at", "is_by_clock", "reason"])
    .select(personName("moved_by").as("moved_by_name"))
    .where("deal_id", "=", dealId)
    .orderBy("moved_at", "desc")
    .orderBy("id", "desc")
    .execute();

export const listClosings = (db: Kysely<DB>, dealId: string) =>
  db
    .selectFrom("closing_announcements")
    .select(["id", "announced_at as proposed_at", "instead_of", "closes_at", "reason", "confirmed_at"])
    .select(personName("author_id").as("proposed_by_name"))
    .select(personName("confirmed_by").as("confirmed_by_name"))
    .where("deal_id", "=", dealId)
    .orderBy("announced_at", "desc")
    .orderBy("id", "desc")
    .execute();

export const listNotes = (db: Kysely<DB>, dealId: string) =>
  db
    .selectFrom("deal_notes")
    .select(["id", "created_at", "text"])
    .select(personName("author_id").as("author_name"))
    .where("deal_id", "=", dealId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();

interface StatedDeal {
  state: DealState;
}

export const dealPolicy: Policy<StatedDeal, Exclude<keyof ListedDeal["can"], "move_to">> = (actor, { state }) => ({
  save: actor.isAdmin,
  fill_room: actor.isAdmin && hasOpenRoom(state),
  announce_closing: actor.isAdmin && state === "released",
});

/** Of another end of commitments, or a cancelling, that an admin proposed. */
export const proposalPolicy: Policy<{ refusal: string | null }, "confirm"> = (actor, { refusal }) => ({
  confirm: actor.isAdmin && refusal === null,
});

const overStates: readonly DealState[] = ["completed", "exited", "declined", "withdrawn", "cancelled"];
/** While a version can still be frozen, now or later. */
const hasOpenRoom = (state: DealState): boolean => !overStates.includes(state);

interface MovingDeal {
  state: DealState;
  /** A payment to the company is approved or booked: `refuse_once_company_is_paid` keeps its members in the deal. */
  is_company_paid: boolean;
  /** Commitments have not ended. */
  isOpen: boolean;
}

export const movesOf = (actor: PolicyActor, { state, is_company_paid, isOpen }: MovingDeal): DealState[] =>
  actor.isAdmin
    ? nextStates(state).filter((to) => (to !== "cancelled" || !is_company_paid) && (to !== "closing" || !isOpen))
    : [];
