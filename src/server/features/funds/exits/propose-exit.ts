import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import { costPence } from "#shared/commitments/share-costs.ts";
import { type ExitLine, type ExitLot, exitLines } from "#shared/funds/exit-lines.ts";
import type { exitInputSchema } from "#shared/funds/funds-exits.ts";
import { exitMessages as messages } from "#shared/funds/funds-exits-messages.ts";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { refusedField } from "../../../platform/http/http-error.ts";
import { runCommand } from "../../../platform/http/run-command.ts";
import { getExit } from "./exit-queries.ts";

type Input = z.output<typeof exitInputSchema>;

/** Nobody is told before another admin confirms it. @throws HttpError */
export const proposeExit = ({ dependencies, actor }: Caller, companyId: string, input: Input) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const lots = await runCommand<ExitLot[]>(
      tx,
      sql`prepare_exit(${companyId}, ${input.kind}, ${input.happened_on}, ${input.earlier_id})`,
      "company",
    );
    const id = await insertExit(tx, companyId, input, toLines(lots, input));
    const { kind, happened_on, price, shares, costs_pence } = input;
    effects.audit("exit_proposed", companyId, { exit_id: id, kind, happened_on, price, shares, costs_pence });
    return getExit(tx, actor, id);
  });

function toLines(lots: readonly ExitLot[], { price, shares, costs_pence: costsPence }: Input): ExitLine[] {
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
