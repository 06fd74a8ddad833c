import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { RequestContext } from "#server/context.ts";
import { readBankFile } from "#server/features/funds/bank-files/read-bank-file.ts";
import { lineKeys } from "#server/features/funds/bank-lines/import-bank-file.ts";

interface Given {
  dealId: string;
  adminId: string;
  text: string;
  at: Date;
}

/** The lines of a file, of which none is booked, unlike by an import. */
export async function readIntoDeal(club: Pick<RequestContext, "asActor">, { dealId, adminId, text, at }: Given) {
  const bytes = new TextEncoder().encode(text);
  const content = readBankFile(bytes, { today: at.toISOString().slice(0, 10) });
  const keys = lineKeys(dealId, content.lines);
  const rows = content.lines.map(({ line, date, id: _id, ...rest }, place) => ({
    ...rest,
    line_number: line,
    booked_on: date,
    line_key: keys[place],
  }));
  const { opening_balance_pence: opening, closing_balance_pence: closing } = content;
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await club.asActor({ userId: adminId, at }, (tx) =>
    sql`select import_bank_file(${dealId}, 'a.csv', ${content.format}, ${sha256}, ${opening}, ${closing},
                                ${JSON.stringify(rows)}::jsonb)`.execute(tx),
  );
}
