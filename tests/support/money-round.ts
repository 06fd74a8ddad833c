import { type RawBuilder, sql } from "kysely";
import { createAsActor } from "#server/create-context.ts";
import type { Database } from "#server/platform/db/connect.ts";
import { raisedRefusal } from "#server/platform/db/errors.ts";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildCommitment } from "#server/sample/build-held-round.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin, type Person } from "#server/sample/builders.ts";
import { affordableShares, feeOfCostPence, minimumShares, splitCosts } from "#shared/commitments/share-costs.ts";
import { paymentReference } from "#shared/funds/payment-reference.ts";
import { buildBankLine, buildCollectionAccount, buildCompanyAccount } from "./build-allocated-deal.ts";
import { noQueue } from "./no-queue.ts";
import { setDeals } from "./set-deals.ts";

export interface RoundMember {
  feeBp: number;
  /** The number is null on the waiting list. */
  shares: number | null;
  /** The wish is the number of shares asked for. */
  wish: number;
}

const allocatedAt = new Date("2027-01-22T15:00:00Z");
const placedAt = new Date("2027-01-12T10:00:00Z");
const hour = 60 * 60 * 1000;
const alphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const minimumPence = 500_00;

/** Two admins and some investors, who take part in every round that is played. */
export async function createRoundTable(db: Database, seats: number) {
  const [owen, ada] = [
    await buildAdmin(db, { full_name: "Owen Pryce" }),
    await buildAdmin(db, { full_name: "Ada Finch" }),
  ];
  const investors: (Person & { record_id: string })[] = [];
  for (let seat = 0; seat < seats; seat += 1)
    investors.push(await buildInvestor(db, { signed_at: new Date("2027-01-10T10:00:00Z") }));
  await setDeals(db);
  let rounds = 0;
  return {
    investors,
    play: (price: string, members: readonly RoundMember[]) => {
      rounds += 1;
      return buildMoneyRound(db, { owen, ada, investors, price, members, number: rounds });
    },
  };
}

interface Given {
  owen: Person;
  ada: Person;
  investors: readonly (Person & { record_id: string })[];
  price: string;
  members: readonly RoundMember[];
  number: number;
}

/** A round whose allocation is final; what happens to its money goes through the functions of the database. */
async function buildMoneyRound(db: Database, { owen, ada, investors, price, members, number }: Given) {
  const asActor = createAsActor(db, noQueue);
  let now = allocatedAt;
  const deal = await buildDeal(db, {
    state: "closing",
    at: new Date("2027-01-11T10:00:00Z"),
    terms: { price, club_minimum_pence: minimumPence, minimum_commitment_pence: minimumPence },
  });
  const shares = members.map((member) => member.shares ?? 0);
  const all = shares.reduce((sum, one) => sum + one, 0);
  const costs = splitCosts(price, shares);
  const { id: allocation_id } = await db
    .insertInto("allocations")
    .values({
      deal_id: deal.id,
      terms_id: deal.terms_id,
      number: 1,
      method: "pro_rata",
      capacity_shares: all,
      minimum_shares: minimumShares(price, minimumPence),
      priority_share_percent: 0,
      asked_shares: all,
      input_sha256: "a".repeat(64),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const ids: string[] = [];
  for (const [index, { feeBp, wish, shares: given }] of members.entries()) {
    const cost_pence = costs[index] ?? 0;
    const fee_pence = feeOfCostPence(cost_pence, feeBp);
    const { id } = await buildCommitment(db, {
      deal_id: deal.id,
      terms_id: deal.terms_id,
      record_id: investors[index]?.record_id ?? "",
      price,
      number: index + 1,
      fee_bp: feeBp,
      shares: wish,
      least_shares: minimumShares(price, minimumPence),
      placed_at: placedAt,
      state: given === null ? "waiting_list" : "allocated",
      ...(given !== null && { allocated_shares: given, cost_pence, fee_pence }),
    });
    ids.push(id);
    await db
      .insertInto("allocation_lines")
      .values({
        allocation_id,
        commitment_id: id,
        wish,
        least: minimumShares(price, minimumPence),
        fee_bp: feeBp,
        band: "general",
        base: given ?? 0,
        priority: 0,
        rest: 0,
        shares: given ?? 0,
        cost_pence: given === null ? 0 : cost_pence,
        placed_at: placedAt,
        tier: "trial",
      })
      .execute();
  }
  await db
    .updateTable("allocations")
    .set({ state: "final", confirmed_at: allocatedAt })
    .where("id", "=", allocation_id)
    .execute();
  await buildCollectionAccount(db, deal.id, allocatedAt);
  await buildCompanyAccount(db, deal.id, allocatedAt);

  const ask = async <Answer>(by: Person, call: RawBuilder<unknown>): Promise<Answer> =>
    asActor({ userId: by.id, at: now }, async (tx) => {
      const { rows } = await sql<{ answer: Answer }>`select ${call} as answer`.execute(tx);
      return rows[0]?.answer as Answer;
    });
  /** The reason, where the database refuses. */
  const orReason = async <Answer>(asked: Promise<Answer>): Promise<Answer | string> => {
    try {
      return await asked;
    } catch (error) {
      const raised = raisedRefusal(error);
      if (!raised) throw error;
      return raised.reason;
    }
  };
  const memberOf = (member: number) => investors[member] ?? owen;
  const idOf = (member: number) => ids[member] ?? "";
  const day = () => now.toISOString().slice(0, 10);
  const stateOf = async (member: number) => {
    const { rows } = await sql<{ state: string; open: number; back: number; fee_bp: number; shares: number | null }>`
      select c.state, ledger_balance(c.deal_id, '1100', c.id) as open, -ledger_balance(c.deal_id, '2200', c.id) as back, c.fee_bp,
             c.allocated_shares as shares
        from commitments c where c.id = ${idOf(member)}`.execute(db);
    const [row] = rows;
    if (!row) throw new Error(`There is no member ${member}.`);
    return row;
  };
  const balance = async (account: string): Promise<number> => {
    const { rows } = await sql<{ pence: number }>`select ledger_balance(${deal.id}, ${account}) as pence`.execute(db);
    return rows[0]?.pence ?? 0;
  };
  /** Through the bank: a line, booked as one part. */
  const move = async (amount_pence: number, part: object) => {
    const line = await buildBankLine(db, { deal_id: deal.id, amount_pence, booked_on: day() }, now);
    const parts = JSON.stringify([{ ...part, amount_pence: Math.abs(amount_pence) }]);
    await ask(owen, sql`match_bank_line(${line}, ${parts}::jsonb, 'As seen.')`);
    return line;
  };
  /** What two have signed, and the clock carries out. */
  const asClock = <Answer>(call: RawBuilder<unknown>): Promise<Answer> =>
    db.transaction().execute(async (tx) => {
      await sql`select set_config('app.now', ${now.toISOString()}, true)`.execute(tx);
      const { rows } = await sql<{ answer: Answer }>`select ${call} as answer`.execute(tx);
      return rows[0]?.answer as Answer;
    });
  /** To the company, or its fees to the club. @returns its id, or why it cannot leave. */
  const arm = async (kind: "wire" | "fee"): Promise<{ id: string } | { obstacle: string }> => {
    const obstacle = kind === "wire" ? await asClock<string | null>(sql`wire_obstacle(${deal.id})`) : null;
    if (obstacle) return { obstacle };
    const pence =
      kind === "wire"
        ? await asClock<number>(sql`wire_pence(${deal.id})`)
        : -(await asClock<number>(sql`ledger_balance(${deal.id}, '2100')`));
    if (pence <= 0) return { obstacle: "nothing_open" };
    const { id } = await db
      .insertInto("outgoing_payments")
      .values({
        deal_id: deal.id,
        kind,
        amount_pence: pence,
        payee: "As signed",
        reason: "By list.",
        state: "approved",
        proposed_at: now,
        approved_at: now,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { id };
  };
  const propose = (kind: string, member: number | null = null, pence: number | null = null) =>
    ask<{ id: string; amount_pence: number }>(
      owen,
      sql`propose_payment(${deal.id}, ${kind}, ${member === null ? null : idOf(member)}, null, ${pence}, 'Kindling Club Ltd', 'Due.')`,
    );
  const approve = (id: string) => ask<string>(ada, sql`approve_payment(${id})`);
  return {
    id: deal.id,
    price,
    members,
    idOf,
    stateOf,
    balance,
    propose,
    approve,
    arm,
    pass: (hours: number) => {
      now = new Date(now.getTime() + hours * hour);
    },
    call: async () => {
      const code = [number % 30, Math.floor(number / 30) % 30, Math.floor(number / 900) % 30]
        .map((place) => alphabet[place])
        .join("");
      const references = ids.map((_, index) => paymentReference(code, `2${alphabet[index]}22`));
      const called = await orReason(
        asClock<object>(sql`call_funds(${deal.id}, ${code}, ${ids}::uuid[], ${references}::text[])`),
      );
      return typeof called === "string" ? called : "called";
    },
    pay: (member: number, pence: number) => move(pence, { kind: "receipt", commitment_id: idOf(member) }),
    /** Takes back the first receipt that stands. */
    unpay: async (member: number) => {
      const { rows } = await sql<{ line: string; match: string }>`
        select m.bank_line_id as line, m.id as match from bank_matches m join ledger_transactions t on t.id = m.transaction_id
         where t.commitment_id = ${idOf(member)} and t.kind = 'receipt' and m.reversal_id is null order by t.number limit 1`.execute(
        db,
      );
      const taken = await orReason(
        ask<string>(owen, sql`unmatch_bank_line(${rows[0]?.line}, ${rows[0]?.match}, 'Not theirs.')`),
      );
      return taken === deal.id ? "taken back" : taken;
    },
    /** The bank takes back so much of the last receipt that stands; all of it without a sum. */
    takeBack: async (member: number, pence = Number.POSITIVE_INFINITY) => {
      const { rows } = await sql<{ match: string; left: number }>`
        select m.id as match, m.amount_pence - returned_pence(t.id) as left
          from bank_matches m join ledger_transactions t on t.id = m.transaction_id
         where t.commitment_id = ${idOf(member)} and t.kind = 'receipt' and m.reversal_id is null
           and m.amount_pence > returned_pence(t.id) order by t.number desc limit 1`.execute(db);
      const [{ match, left } = { match: "", left: 0 }] = rows;
      return orReason(move(-Math.min(left, pence), { kind: "payment_returned", returned_id: match }));
    },
    /** A payment that the bank takes back before anybody has booked it. */
    bounce: async (member: number, pence: number) => {
      const came = await buildBankLine(db, { deal_id: deal.id, amount_pence: pence, booked_on: day() }, now);
      return move(-pence, { kind: "payment_returned", returned_id: came, commitment_id: idOf(member) });
    },
    difference: async () => {
      const { rows } = await sql<{ pence: number }>`select ledger_difference(${deal.id}) as pence`.execute(db);
      return rows[0]?.pence;
    },
    bear: (member: number) => orReason(ask<string>(owen, sql`bear_for_commitment(${idOf(member)}, 'A bank took it.')`)),
    release: (member: number) => orReason(ask<string>(owen, sql`release_commitment(${idOf(member)}, 'Not paid.')`)),
    takeFewer: async (member: number) => {
      const { rows } = await sql<{
        applied_pence: number;
      }>`select applied_pence from called_funds(${idOf(member)})`.execute(db);
      const { fee_bp } = await stateOf(member);
      const fewer = affordableShares({ price, feeBp: fee_bp }, rows[0]?.applied_pence ?? 0);
      return orReason(
        ask<string>(
          memberOf(member),
          sql`take_fewer_shares(${idOf(member)}, ${fewer.shares}, ${fewer.costPence}, ${fewer.feePence})`,
        ),
      );
    },
    askBack: (member: number) => orReason(ask<string>(memberOf(member), sql`ask_for_refund(${idOf(member)})`)),
    /** Offers what is free to those who asked for more, the earlier ones first. */
    offer: async () => {
      if (typeof (await orReason(ask<number>(owen, sql`prepare_top_up(${deal.id})`))) === "string") return null;
      const { rows } = await asActor({ userId: owen.id, at: now }, (tx) =>
        sql<{ id: string; unfilled: number; free: number }>`
          select u.commitment_id as id, u.unfilled, free_shares(${deal.id}) as free from unfilled_wishes u
            join commitments c on c.id = u.commitment_id where u.deal_id = ${deal.id} order by c.number`.execute(tx),
      );
      let free = rows[0]?.free ?? 0;
      const offered = rows.map(({ unfilled }) => {
        const part = Math.min(unfilled, free);
        free -= part;
        return part;
      });
      return ask<string>(owen, sql`open_top_up(${deal.id}, ${rows.map(({ id }) => id)}::uuid[], ${offered}::bigint[])`);
    },
    take: async (member: number, topUp: string) => {
      const shares = await asActor({ userId: memberOf(member).id, at: now }, (tx) =>
        tx
          .selectFrom("own_top_ups")
          .select("available_shares")
          .where("commitment_id", "=", idOf(member))
          .where("id", "=", topUp)
          .executeTakeFirst(),
      );
      const available = Number(shares?.available_shares ?? 0);
      return available > 0
        ? orReason(ask<string>(memberOf(member), sql`take_top_up(${idOf(member)}, ${topUp}, ${available})`))
        : "nothing";
    },
    endOffer: (topUp: string) => orReason(ask<string>(owen, sql`end_top_up(${topUp})`)),
    ownCall: async (member: number) => {
      const { rows } = await asActor({ userId: memberOf(member).id, at: now }, (tx) =>
        sql<{ state: string; open_pence: number; refund_pence: number; refunded_pence: number; refunded_on: string }>`
          select state, open_pence, refund_pence, refunded_pence, refunded_on::text from own_call(${idOf(member)})`.execute(
          tx,
        ),
      );
      return rows[0];
    },
    cancelPayment: (id: string) => ask<string>(owen, sql`cancel_payment(${id})`),
    /** One proposes it, and another confirms it. */
    cancel: async () => {
      const cancelling = sql`
        transition_deals(${deal.id}, '{closing}', 'cancelled', (select updated_at from deals where id = ${deal.id}), 'Too few.')`;
      await ask(owen, cancelling);
      await ask(ada, cancelling);
    },
    /** As two have signed, or proposed by one admin and approved by another, and sent by the bank. */
    send: async (kind: "refund" | "wire" | "fee", member: number | null = null, pence: number | null = null) => {
      const { state } = await db
        .selectFrom("deals")
        .select("state")
        .where("id", "=", deal.id)
        .executeTakeFirstOrThrow();
      if (kind === "wire" || (kind === "fee" && state !== "cancelled")) {
        const armed = await arm(kind);
        if ("obstacle" in armed) return armed.obstacle;
        const { amount_pence } = await db
          .selectFrom("outgoing_payments")
          .select("amount_pence")
          .where("id", "=", armed.id)
          .executeTakeFirstOrThrow();
        await move(-Number(amount_pence), { kind, payment_id: armed.id });
        return "sent";
      }
      const proposed = await orReason(propose(kind, member, pence));
      if (typeof proposed === "string") return proposed;
      const onAccount = await balance("1000");
      const approved = await orReason(approve(proposed.id));
      if (approved !== "approved") return approved;
      if (proposed.amount_pence > onAccount) throw new Error(`${proposed.amount_pence} of ${onAccount} was approved`);
      await move(-proposed.amount_pence, { kind, payment_id: proposed.id });
      return "sent";
    },
    /** Past every rule, with what is due as it was. */
    misprice: (member: number, cost_pence: number) =>
      db.transaction().execute((tx) =>
        sql`select call_anew(c.id, c.allocated_shares, ${cost_pence}, c.due_pence - ${cost_pence}, 'A mistake.')
              from commitments c where c.id = ${idOf(member)}`.execute(tx),
      ),
    setShares: (member: number, allocated_shares: number) =>
      db.updateTable("commitments").set({ allocated_shares }).where("id", "=", idOf(member)).execute(),
    callAnew: (member: number, shares: number, cost_pence: number, fee_pence: number) =>
      db.transaction().execute(async (tx) => {
        await sql`select call_anew(${idOf(member)}, ${shares}, ${cost_pence}, ${fee_pence}, 'Fewer.')`.execute(tx);
        await sql`select settle_commitment(${idOf(member)})`.execute(tx);
      }),
    bankCharges: (pence: number) => move(-pence, { kind: "club_bears" }),
    paidOut: async (kind: "refund" | "wire" | "fee") => {
      const payments = db.selectFrom("outgoing_payments").select("amount_pence").where("deal_id", "=", deal.id);
      const rows = await payments.where("kind", "=", kind).where("state", "=", "paid").execute();
      return rows.map(({ amount_pence }) => Number(amount_pence));
    },
    /** @returns the line. */
    clubPaysIn: (pence: number) => move(pence, { kind: "club_bears" }),
    unmatch: async (line: string) => {
      const { id } = await db
        .selectFrom("bank_matches")
        .select("id")
        .where("bank_line_id", "=", line)
        .where("reversal_id", "is", null)
        .executeTakeFirstOrThrow();
      await ask(owen, sql`unmatch_bank_line(${line}, ${id}, 'Another one.')`);
    },
    gate: () => ask<Gate>(owen, sql`completion_gate(${deal.id}, null)`),
    /** Accounts that are not at 0, by member. */
    openBalances: async () => {
      const { rows } = await sql<{ account: string; number: number | null; pence: number }>`
        select e.account, c.number, sum(e.amount_pence)::int as pence
          from ledger_entries e left join commitments c on c.id = e.commitment_id where e.deal_id = ${deal.id}
         group by e.account, c.number having sum(e.amount_pence) <> 0 order by 1, 2`.execute(db);
      return rows;
    },
  };
}

interface Gate {
  unmet: string[];
  shares: number;
  cost_pence: number;
  total_pence: number;
  wired_pence: number | null;
  left_members: number;
  changed_members: number;
  tolerance_pence: number;
}

export type MoneyRound = Awaited<ReturnType<typeof buildMoneyRound>>;
