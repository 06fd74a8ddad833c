import { type Kysely, sql } from "kysely";
import type { NextAct } from "#shared/acts/acts.ts";
import { counted } from "#shared/counted.ts";
import { type ExitKind, exitKindLabels } from "#shared/funds/funds-exits-messages.ts";
import { formatDay } from "#shared/london-time.ts";
import { formatPence } from "#shared/pence.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { gradeOpenLines, type OpenLine } from "../funds/bank-lines/line-queries.ts";
import { returnedWords } from "./next-bank.ts";
import type { ReturnedPayment } from "./next-facts.ts";

interface ExitMoney {
  exit_id: string;
  kind: ExitKind;
  happened_on: string;
  gross_pence: number;
  arrived_pence: number;
  has_arrived: boolean;
  /** Of payments that are not cancelled, which come to all that arrived once all are proposed. */
  payments_pence: number;
  proposed: number;
  proposed_pence: number;
  /** The reader can approve this many payments. */
  approvable: number;
  proposer: string | null;
  /** To the reader, on another's proposal. */
  own_pence: number;
  /** Of the reader's proposals those to the only other admin, who cannot approve them: they propose them, and the reader approves. */
  theirs: number;
  theirs_pence: number;
  their_name: string | null;
  approved: number;
  approved_pence: number;
  /** The bank sent these approved payments back. */
  returned: ReturnedPayment[];
}

/** As one press on the exit's page would do it, of all its deals. */
interface Sums {
  propose_payments: number;
  propose_pence: number;
  approve_payments: number;
  approve_pence: number;
}

/**
 * Finds the first exit of a deal's shares whose money is not all paid out. The result is undefined where there is none, and for a
 * reader who is no admin.
 */
export async function findNextOfExit(
  db: Kysely<DB>,
  dealId: string,
  company: string,
): Promise<Omit<NextAct, "lacks_fee_account"> | undefined> {
  const money = await readMoney(db, dealId);
  if (!money) return undefined;
  const { rows } = await sql<Sums>`select * from exit_payment_sums(${money.exit_id})`.execute(db);
  const [sums] = rows;
  if (!sums) return undefined;
  const what = `the ${exitKindLabels[money.kind].toLowerCase()} of ${company} on ${formatDay(money.happened_on)}`;
  const { text, act } = tell(money, sums, await gradeOpenLines(db, dealId), what);
  return { text, act, by: null, exit_id: money.exit_id, waits_for: act ? "reader" : "others" };
}

type Step = Pick<NextAct, "text" | "act">;

const bank = (text: string): Step => ({ text, act: "bank_file" });
const book = (text: string): Step => ({ text, act: "lines" });
const press = (text: string): Step => ({ text, act: "exit" });
const differs = bank("What is booked and the bank’s list do not agree. Bank says why.");
const payments = (count: number, pence: number) =>
  `${counted(count, "payment")}, ${formatPence(pence)}${count === 1 ? "" : " together"}`;

function tell(money: ExitMoney, sums: Sums, lines: readonly OpenLine[], what: string): Step {
  if (!money.has_arrived) return tellArrival(money, lines, what);
  if (money.payments_pence < money.gross_pence)
    return sums.propose_payments === 0
      ? differs
      : press(`Propose what is paid out of ${what}: ${payments(sums.propose_payments, sums.propose_pence)}.`);
  if (money.approvable > 0)
    return sums.approve_payments === 0
      ? differs
      : press(
          `${money.proposer ?? "Another admin"} proposed what is paid out of ${what}. Approve ${payments(sums.approve_payments, sums.approve_pence)}.`,
        );
  if (money.own_pence > 0)
    return press(
      `Propose ${formatPence(money.own_pence)} to you of ${what}, which another admin proposed and approves then.`,
    );
  if (money.approved === 0 && money.theirs > 0 && money.theirs === money.proposed)
    return { text: `${theirsWords(money)} It is of ${what}.`, act: null };
  if (money.approved === 0)
    return {
      text: `Another admin approves what is paid out of ${what}: ${payments(money.proposed, money.proposed_pence)}.`,
      act: null,
    };
  return tellPaying(money, lines, what);
}

const theirsWords = ({ theirs, theirs_pence, their_name }: ExitMoney): string =>
  `${their_name ?? "The other admin"} first proposes what they are paid themselves: ${payments(theirs, theirs_pence)}. Then you approve it.`;

function tellArrival({ gross_pence, arrived_pence }: ExitMoney, lines: readonly OpenLine[], what: string): Step {
  const came = lines.filter(({ open_pence }) => Number(open_pence) > 0);
  const pence = came.reduce((sum, { open_pence }) => sum + Number(open_pence), 0);
  if (came.length > 0)
    return book(
      `${formatPence(pence)} came and is not booked. Match it with ${what}, or say what ${came.length === 1 ? "it is" : "each line is"}.`,
    );
  const missing = formatPence(gross_pence - arrived_pence);
  return bank(
    arrived_pence === 0
      ? `Bring the bank file with ${missing} of ${what}.`
      : `Bring the bank file with the ${missing} that are missing of ${what}.`,
  );
}

function tellPaying(money: ExitMoney, lines: readonly OpenLine[], what: string): Step {
  const others = lines.filter((line) => !line.is_own);
  const own = lines.filter((line) => line.is_own);
  if (others.length > 0)
    return book(
      `${counted(others.length, "line")} of the bank ${others.length === 1 ? "is" : "are"} not booked. Say what ${others.length === 1 ? "it is" : "each is"}.`,
    );
  const approvable = money.proposed - money.theirs;
  const waits = [
    approvable > 0 &&
      ` Another admin approves ${payments(approvable, money.proposed_pence - money.theirs_pence)} more.`,
    money.theirs > 0 && ` ${theirsWords(money)}`,
  ]
    .filter(Boolean)
    .join("");
  if (own.length >= money.approved)
    return { text: `Another admin books what you were paid of ${what}.${waits}`, act: null };
  const ownPence = own.reduce((sum, { open_pence }) => sum - Number(open_pence), 0);
  return bank(
    `${returnedWords(money.returned)}Pay what is approved of ${what}: ${payments(money.approved - own.length, money.approved_pence - ownPence)}. Then bring the bank file.${waits}`,
  );
}

async function readMoney(db: Kysely<DB>, dealId: string): Promise<ExitMoney | undefined> {
  const { rows } = await sql<ExitMoney>`
    select d.exit_id, e.kind, e.happened_on, d.gross_pence, d.arrived_pence, d.arrived_on is not null as has_arrived, p.*
      from exit_deals d
      join exits e on e.id = d.exit_id and e.state = 'confirmed'
      cross join lateral (
        select coalesce(sum(o.amount_pence), 0)::bigint as payments_pence,
               coalesce(sum(o.amount_pence) filter (where o.state = 'paid'), 0)::bigint as paid_pence,
               (count(*) filter (where o.state = 'proposed'))::integer as proposed,
               coalesce(sum(o.amount_pence) filter (where o.state = 'proposed'), 0)::bigint as proposed_pence,
               (count(*) filter (where o.state = 'proposed' and o.refusal is null))::integer as approvable,
               min(o.proposed_by_name) filter (where o.state = 'proposed' and o.refusal is null) as proposer,
               coalesce(sum(o.amount_pence) filter (where o.state = 'proposed' and o.is_own
                 and o.proposed_by is distinct from app_user_id()), 0)::bigint as own_pence,
               (count(*) filter (where t.is_theirs))::integer as theirs,
               coalesce(sum(o.amount_pence) filter (where t.is_theirs), 0)::bigint as theirs_pence,
               min(t.name) filter (where t.is_theirs) as their_name,
               (count(*) filter (where o.state = 'approved'))::integer as approved,
               coalesce(sum(o.amount_pence) filter (where o.state = 'approved'), 0)::bigint as approved_pence,
               coalesce(jsonb_agg(jsonb_build_object('payee', o.payee, 'pence', o.amount_pence, 'day', o.returned_on)
                                  order by o.returned_on, o.id) filter (where o.returned_on is not null), '[]') as returned
          from outgoing_payment_list o
          left join lateral (
            select c.full_name as name, o.state = 'proposed' and o.proposed_by = app_user_id()
                                        and not exists (select from admins x where x.id not in (m.id, app_user_id())) as is_theirs
              from commitment_people c join admins m on m.id = c.user_id and m.id <> app_user_id()
             where c.commitment_id = o.commitment_id) t on true
         where o.exit_id = d.exit_id and o.deal_id = d.deal_id and o.state <> 'cancelled') p
     where d.deal_id = ${dealId} and p.paid_pence < d.gross_pence
     order by e.happened_on, e.id limit 1`.execute(db);
  return rows[0];
}
