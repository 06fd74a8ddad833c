import type { Kysely } from "kysely";
import type { OwnExit } from "#shared/funds/funds-exits.ts";
import { exitKindLabels, unpaidWords } from "#shared/funds/funds-exits-messages.ts";
import { formatDay, londonDate } from "#shared/london-time.ts";
import { formatPence, formatPrice } from "#shared/pence.ts";
import { fileStem } from "#shared/slug.ts";
import type { RequestContext } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { notFound } from "../../../platform/http/http-error.ts";
import { textDocument, textLine } from "../../../platform/pdf/text-document.ts";
import { findOwnName, listOwnExits, type Moments } from "./exit-queries.ts";

type StatementContext = Pick<RequestContext, "builtRoot" | "readClub">;
type Statement = Omit<OwnExit, keyof Moments> & Moments;

const count = (shares: number) => shares.toLocaleString("en-GB");

/** Imported shares have no certificate of the club. */
const nameOfLot = ({ certificate_number, issued_on }: OwnExit["lots"][number]) =>
  `${certificate_number ?? "Held before"}, issued ${formatDay(issued_on ?? "")}`;

/** The reader's own of an exit that is confirmed. @throws HttpError 404 */
export async function ownStatement(db: Kysely<DB>, exitId: string, context: StatementContext) {
  const exit = (await listOwnExits(db)).find(({ id }) => id === exitId);
  if (!exit) throw notFound("exit");
  const pdf = await writeStatement(exit, await findOwnName(db), context);
  return { pdf, name: `${fileStem(exit.company_name)}-${exit.kind}-${exit.happened_on}.pdf` };
}

/** What one member got for their shares, lot by lot. */
async function writeStatement(
  exit: Statement,
  holder: string,
  { builtRoot, readClub }: StatementContext,
): Promise<Uint8Array<ArrayBuffer>> {
  const { identity, brand } = await readClub();
  const kind = exitKindLabels[exit.kind];
  const title = `${kind} of shares of ${exit.company_name}`;
  const confirmedOn = formatDay(londonDate(exit.confirmed_at));
  const inEffectOn = formatDay(londonDate(exit.in_effect_at));
  const row = (name: string, lot: OwnExit["lots"][number] | Statement, day: string) => [
    ...[name, count(lot.shares), formatPence(lot.gross_pence), formatPence(lot.costs_pence)],
    ...[formatPence(lot.paid_pence), day],
  ];
  const paidOn = (lot: OwnExit["lots"][number]) =>
    lot.paid_on === null ? unpaidWords(exit.kind, lot) : formatDay(lot.paid_on);
  return textDocument(
    {
      title,
      author: identity.name,
      createdAt: exit.confirmed_at,
      colour: brand.main_colour,
      foot: `${title} · ${holder}`,
      lines: [
        textLine("title", title),
        textLine("paragraph", `Statement for ${holder}`),
        {
          columns: [
            { title: "What", share: 2 },
            { title: "As recorded", share: 4 },
          ],
          rows: [
            ["Company", exit.company_name],
            ["What happened", kind],
            ["On", formatDay(exit.happened_on)],
            ["Price of a share", formatPrice(exit.price)],
            ["Confirmed on", confirmedOn],
            ...(inEffectOn === confirmedOn ? [] : [["In effect since", inEffectOn]]),
            ...(exit.note === null ? [] : [["Note", exit.note]]),
          ],
        },
        textLine("heading", "Lot by lot"),
        {
          columns: [
            { title: "Lot", share: 4 },
            { title: "Shares", share: 2, align: "right" },
            { title: "Gross", share: 3, align: "right" },
            { title: "Costs", share: 2, align: "right" },
            { title: "To you", share: 3, align: "right" },
            { title: "Paid on", share: 3 },
          ],
          rows: [...exit.lots.map((lot) => row(nameOfLot(lot), lot, paidOn(lot))), row("Together", exit, "")],
        },
        textLine("paragraph", "Gross less costs is what is paid. This is not a statement of tax."),
      ],
    },
    builtRoot,
  );
}
