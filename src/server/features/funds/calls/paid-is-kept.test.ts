import fc from "fast-check";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { buildAdmin, type Person } from "#server/sample/builders.ts";
import { shareCosts } from "#shared/commitments/share-costs.ts";
import {
  bookReceipt,
  buildAllocatedDeal,
  buildBankLine,
  buildCollectionAccount,
  elevenMembers,
} from "#tests/support/build-allocated-deal.ts";
import { callRound, confirmCollectionAccount, refusalOf } from "#tests/support/past-the-lists.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";
import { tries } from "#tests/support/tries.ts";
import { fundsCallJobs } from "./jobs.ts";
import { nextSlot } from "./next-slot.ts";

const monday = new Date("2027-01-25T10:00:00Z");
const hour = 60 * 60 * 1000;
const reason = "So it was decided.";
let now = monday;

const club = await openTestApp({ now: () => now, hasLastingSessions: true });
const admin = await club.as(await buildAdmin(club.db, { full_name: "Owen Pryce" }));

const members = elevenMembers.filter(({ name }) => ["Jonas Weber", "Keira Doyle"].includes(name));

async function begin() {
  now = monday;
  const deal = await buildAllocatedDeal(club.db, { members });
  await buildCollectionAccount(club.db, deal.id, new Date(monday.getTime() - 24 * hour));
  const calls: Call[] = [];
  for (const person of deal.people) calls.push(await club.as(person as Person));
  await callRound(club, deal.id);
  return { deal, calls };
}
type World = Awaited<ReturnType<typeof begin>>;

const readFunds = async (dealId: string) => {
  const { rows } = await sql<{
    id: string;
    state: string;
    open_pence: number;
    allocated_shares: number;
    due_pence: number;
  }>`
    select c.id, c.state, f.open_pence, c.allocated_shares, c.due_pence
      from commitments c cross join lateral called_funds(c.id) f where c.deal_id = ${dealId} order by c.number`.execute(
    club.db,
  );
  return rows;
};

const bookedOn = () => now.toISOString().slice(0, 10);
const pay = async ({ deal }: World, member: number, part: (open: number) => number) => {
  const own = (await readFunds(deal.id))[member];
  const pence = own ? part(own.open_pence) : 0;
  if (own && pence > 0)
    await bookReceipt(club.db, { id: own.id, deal_id: deal.id }, pence, { booked_on: bookedOn(), at: now });
};
const post = ({ deal }: World, by: Call, member: number, path: string, body?: object) =>
  by("POST", `/api/commitments/${deal.commitments[member]?.id}/${path}`, body);
const own = ({ calls }: World, member: number) => calls[member] as Call;

/** Everything that happens to members after a call, whether or not it is refused just then. */
const events: Record<string, (world: World, member: number) => Promise<unknown>> = {
  "pays what is open": (world, member) => pay(world, member, (open) => open),
  "pays half": (world, member) => pay(world, member, (open) => Math.floor(open / 2)),
  "pays too much": (world, member) => pay(world, member, (open) => open + 1000),
  "pays all but a pound": (world, member) => pay(world, member, (open) => open - 100),
  "says that the bank holds it": (world, member) => post(world, own(world, member), member, "bank-hold"),
  "takes fewer": (world, member) => post(world, own(world, member), member, "take-fewer", { choice: "take_fewer" }),
  "gets more time": (world, member) => post(world, admin, member, "extension", { hours: 24, reason }),
  "is borne for": (world, member) => post(world, admin, member, "bear", { reason }),
  "is released": (world, member) => post(world, admin, member, "release", { reason }),
  "a day passes": async () => {
    now = new Date(now.getTime() + 25 * hour);
  },
  "the grace passes": async () => {
    now = new Date(now.getTime() + 73 * hour);
  },
  "the clock runs": ({ deal }) => fundsCallJobs["funds-clock"].run(club, { deal_id: deal.id }),
  "a list is read": ({ deal }) =>
    buildBankLine(club.db, { deal_id: deal.id, amount_pence: 7, booked_on: bookedOn(), reference: "interest" }, now),
  "the account changes": async ({ deal }) => {
    const account = { account_name: "A", sort_code: "10-20-30", account_number: "00001234", bank: "B", partner: "C" };
    await admin("POST", `/api/deals/${deal.id}/collection-account`, account);
    await confirmCollectionAccount(club, deal.id);
  },
  "gets more shares": async ({ deal }, member) => {
    const { tier: _, fee_bp } = members[member] as (typeof members)[number];
    const found = (await readFunds(deal.id))[member];
    if (!found || !["called", "part_paid", "paid"].includes(found.state)) return;
    const shares = Number(found.allocated_shares) + 500;
    const { costPence, feePence } = shareCosts({ price: "1.24", shares, feeBp: fee_bp });
    await sql`update commitments set shares = greatest(shares, ${shares}::bigint), allocated_shares = ${shares},
                cost_pence = ${costPence}, fee_pence = ${feePence} where id = ${found.id}`.execute(club.db);
    now = nextSlot(monday, new Date(now.getTime() + 60_000));
    await refusalOf(callRound(club, deal.id));
  },
};

it("Who has paid is never released, the ledger sums to zero and nobody is asked for less than nothing", async () => {
  // What can take shares away comes often, and what pays for them.
  const often = [
    "pays what is open",
    "gets more shares",
    "the grace passes",
    "a list is read",
    "the clock runs",
    "is released",
  ];
  const names = [...Object.keys(events), ...often, ...often];
  const step = fc.tuple(fc.constantFrom(...names), fc.integer({ min: 0, max: members.length - 1 }));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      const world = await begin();
      const paid = new Set<string>();
      for (const [name, member] of steps) {
        await events[name]?.(world, member);
        for (const { id, state, open_pence } of await readFunds(world.deal.id)) {
          if (state === "paid") paid.add(id);
          expect(open_pence).toBeGreaterThanOrEqual(0);
          if (state === "paid") expect(open_pence).toBe(0);
          if (paid.has(id)) expect(["called", "part_paid", "paid"]).toContain(state);
        }
        const { rows } = await sql`select coalesce(sum(amount_pence), 0)::int as sum from ledger_entries
          where deal_id = ${world.deal.id}`.execute(club.db);
        expect(rows).toEqual([{ sum: 0 }]);
      }
    }),
    { seed: 19, numRuns: tries(60, 6) },
  );
}, 300_000);
