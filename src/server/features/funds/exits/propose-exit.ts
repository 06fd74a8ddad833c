import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import { costPence } from "#shared/commitments/share-costs.ts";
import { type ExitLine, type ExitLot, exitLines } from "#shared/funds/exit-lines.ts";
import type { exitInputSchema, exitTermsSchema } from "#shared/funds/funds-exits.ts";
import { exitMessages as messages } from "#shared/funds/funds-exits-messages.ts";
import { sumOf } from "#shared/group-by.ts";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { refusedField } from "../../../platform/http/http-error.ts";
import { runCommand } from "../../../platform/http/run-command.ts";
import { getExit } from "./exit-queries.ts";

type Input = z.output<typeof exitInputSchema>;
type Terms = z.output<typeof exitTermsSchema>;

/** Nobody is told before another admin confirms it. @throws HttpError */
export const proposeExit = ({ dependencies, actor }: Caller, companyId: string, input: Input) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const id = await insertExit(tx, companyId, input, toLines(await prepareExit(tx, companyId, input), input));
    const { kind, happened_on, price, shares, costs_pence } = input;
    effects.audit("exit_proposed", companyId, { exit_id: id, kind, happened_on, price, shares, costs_pence });
    return getExit(tx, actor, id);
  });

/** What it would come to, worked out as for a proposal; nothing is kept. @throws HttpError */
export const previewExit = ({ dependencies, actor }: Caller, companyId: string, terms: Terms) =>
  dependencies.asActor(actor, async (tx) => {
    const lots = await prepareExit(tx, companyId, terms);
    const lines = toLines(lots, terms);
    const ownerOf = new Map(lots.map(({ holding_id, owner_id }) => [holding_id, owner_id]));
    const gross_pence = sumOf(lines, (line) => line.gross_pence);
    const costs_pence = sumOf(lines, (line) => line.costs_pence);
    return {
      members: new Set(lines.map(({ holding_id }) => ownerOf.get(holding_id))).size,
      shares: sumOf(lines, ({ shares }) => shares),
      ...{ gross_pence, costs_pence, paid_pence: gross_pence - costs_pence },
    };
  });

const prepareExit = (tx: Transaction<DB>, companyId: string, { kind, happened_on, earlier_id }: Terms) =>
  runCommand<ExitLot[]>(tx, sql`prepare_exit(${companyId}, ${kind}, ${happened_on}, ${earlier_id})`, "company");

function toLines(lots: readonly ExitLot[], { price, shares, costs_pence: costsPence }: Terms): ExitLine[] {
  const held = lots.reduce((sum, lot) => sum + lot.shares, 0);
  if (shares !== null && shares > held)
    throw refusedField("shares", messages.moreThanHeld(held.toLocaleString("en-GB")));
  if (!isBookable(price, shares ?? held)) throw refusedField("price", messages.tooMuch);
  const lines = exitLines(lots, { price, shares, costsPence });
  if (lines.some(({ gross_pence, costs_pence }) => costs_pence > gross_pence))
    throw refusedField("costs_pence", messages.costsTooHigh);
  return lines;
}

function isBookable(price: string, shares: number): boolean {
  try {
    return Number.isSafeInteger(costPence(price, shares));
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

async function insertExit(tx: Transaction<DB>, companyId: string, input: Input, lines: ExitLine[]): Promise<string> {
  const { kind, earlier_id, happened_on, price, shares, costs_pence, costs_payee, note } = input;
  const { rows } = await sql<{ id: string }>`
    select propose_exit(${companyId}, ${kind}, ${earlier_id}, ${happened_on}, ${price}, ${shares}, ${costs_pence},
                        ${costs_payee}, ${note}, ${JSON.stringify(lines)}::jsonb) as id`.execute(tx);
  return rows[0]?.id ?? "";
}
