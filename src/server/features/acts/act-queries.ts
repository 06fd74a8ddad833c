import { type Kysely, sql } from "kysely";
import type { AccountPart, ActKind, ActPart, ActState, PartRefusal } from "#shared/acts/act-messages.ts";
import { type CannotSign, nobodySecond } from "#shared/acts/act-words.ts";
import type { Act, ActContent } from "#shared/acts/acts.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Policy, PolicyActor } from "../../platform/http/policy.ts";

/** Newest first, without what a later one replaced: those of a deal, or the one of an `id`. */
export async function listActs(db: Kysely<DB>, actor: PolicyActor, { dealId, id }: { dealId?: string; id?: string }) {
  let query = db.selectFrom("act_list").selectAll().where("state", "<>", "replaced");
  if (dealId) query = query.where("deal_id", "=", dealId);
  if (id) query = query.where("id", "=", id);
  const acts = await query.orderBy("number", "desc").execute();
  const ids = acts.flatMap((act) => act.id ?? []);
  if (ids.length === 0) return [];
  const [parts, signatures, objections] = await Promise.all([
    db.selectFrom("act_part_list").selectAll().where("act_id", "in", ids).orderBy("id").execute(),
    db
      .selectFrom("act_signatures")
      .select(["act_id", "name", "capacity", "takes_part_pence", "signed_at", "method", "ticks", "call_backs"])
      .where("act_id", "in", ids)
      .orderBy("signed_at")
      .orderBy("id")
      .execute(),
    db.selectFrom("act_objection_list").selectAll().where("act_id", "in", ids).orderBy("id").execute(),
  ]);
  return acts.map((act) => {
    const content = JSON.parse(act.content) as ActContent;
    const own = objections.filter(({ act_id }) => act_id === act.id);
    const {
      version_id: _version,
      prepared_by: _author,
      is_whole,
      takes_part,
      second_obstacle,
      own_numbers,
      ...shown
    } = act;
    return {
      ...shown,
      // Who withdrew and committed again has several numbers, of which the list has one.
      own_number: content.shares?.lines.find(({ number }) => own_numbers?.includes(number))?.number ?? null,
      kind: act.kind as ActKind,
      state: act.state as ActState,
      content: is_whole ? content : withoutNumbers(content),
      answerers: act.answerers ?? [],
      refusal: act.refusal as Act["refusal"],
      call_backs_needed: act.call_backs_needed as AccountPart[],
      no_second: second_obstacle === null ? null : nobodySecond(second_obstacle as unknown as CannotSign[]),
      parts: parts
        .filter(({ act_id }) => act_id === act.id)
        .map(({ act_id: _act, id: _id, ...part }) => ({
          ...part,
          part: part.part as ActPart,
          refusal: part.refusal as PartRefusal | null,
        })),
      signatures: signatures
        .filter(({ act_id }) => act_id === act.id)
        .map(({ act_id: _act, call_backs, ...signature }) => ({
          ...signature,
          // It names whom somebody rang, and on which number.
          call_backs: is_whole ? (call_backs as Act["signatures"][number]["call_backs"]) : {},
        })),
      objections: own.map(({ act_id: _act, is_own, refusal, ...objection }) => ({
        ...objection,
        can: objectionPolicy(actor, { withdrawn_at: objection.withdrawn_at, is_own, refusal }),
      })),
      can: actPolicy(actor, {
        state: act.state as ActState,
        is_stale: act.is_stale,
        refusal: act.refusal,
        is_whole,
        takes_part,
        has_objected: own.some(({ is_own }) => is_own),
      }),
    };
  });
}

export type ListedAct = Awaited<ReturnType<typeof listActs>>[number];

/** Members who take part see whose account it is, and not its number. */
function withoutNumbers(content: ActContent): ActContent {
  const hide = <Account extends object | null | undefined>(account: Account): Account =>
    account ? { ...account, sort_code: undefined, account_number: undefined } : account;
  return {
    ...content,
    collection_account: hide(content.collection_account),
    company_account: hide(content.company_account),
    ...(content.fees && { fees: { ...content.fees, account: hide(content.fees.account) } }),
  };
}

/** Of the version that members read; before that, of the newest. */
export async function listPanel(db: Kysely<DB>, dealId: string) {
  const { rows } = await sql<{
    user_id: string | null;
    name: string;
    capacity: "admin" | "second";
    is_standing: boolean;
  }>`
    select p.user_id, p.name, p.capacity, is_standing(p.user_id) as is_standing from deal_panel p
     where p.deal_id = ${dealId}
       and p.version_id = (select v.id from deal_versions v where v.deal_id = ${dealId}
                            order by v.approved_at is null, v.number desc limit 1)
     order by p.id`.execute(db);
  return rows;
}

interface ActRow {
  state: ActState;
  is_stale: boolean;
  refusal: string | null;
  /** An admin, or one of the panel. */
  is_whole: boolean;
  takes_part: boolean;
  has_objected: boolean;
}

const openStates: readonly ActState[] = ["prepared", "waiting", "signed"];

export const actPolicy: Policy<ActRow, keyof Act["can"]> = (_actor, act) => ({
  sign: act.refusal === null && !act.is_stale,
  withdraw: act.is_whole && openStates.includes(act.state),
  object: act.takes_part && (act.state === "waiting" || act.state === "signed") && !act.has_objected,
});

interface ObjectionRow {
  withdrawn_at: Date | null;
  is_own: boolean;
  refusal: string | null;
}

export const objectionPolicy: Policy<ObjectionRow, keyof Act["objections"][number]["can"]> = (_actor, objection) => ({
  withdraw: objection.is_own && objection.withdrawn_at === null,
  answer: objection.refusal === null,
});
