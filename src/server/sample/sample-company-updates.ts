import type { Transaction } from "kysely";
import { lastDayOf, lastQuarterBefore, shiftQuarter } from "#shared/company-updates/company-quarters.ts";
import { linkDays } from "#shared/company-updates/company-updates-messages.ts";
import { londonDate } from "#shared/london-time.ts";
import type { DB } from "../platform/db/database.generated.ts";

type Row = readonly [
  arr_pounds: number,
  nrr: number,
  gross_margin: number,
  net_burn_pounds: number,
  runway_months: number,
  headcount: number,
];

const day = 24 * 60 * 60 * 1000;

/** Of the quarters up to the last one that is over, oldest first; nothing came where there is null. */
const told: readonly { company: string; quarters: readonly (Row | null)[]; texts: readonly string[]; waits?: true }[] =
  [
    {
      company: "Saltmarsh Robotics",
      quarters: [
        [96_000, 101, 58, 14_000, 12, 5],
        [128_000, 103, 60, 19_000, 9, 6],
        [150_000, 104, 61, 23_000, 21, 8],
        [187_000, 104, 64, 25_000, 18, 9],
        [214_000, 106, 66, 26_000, 15, 10],
        [262_000, 108, 67, 24_000, 13, 10],
      ],
      texts: [
        "Two more wildlife trusts signed for next season’s counts. One rover was lost in a storm; the insurer pays for half of it.",
        "We counted the seagrass of 34 bays, six more than planned. The second camera still fogs below eight degrees, and we know why.",
      ],
    },
    {
      company: "Dunlin",
      quarters: [
        [210_000, 96, 71, 31_000, 11, 12],
        [198_000, 91, 70, 33_000, 8, 12],
        null,
        [121_000, 62, 64, 21_000, 7, 8],
      ],
      texts: [
        "Our largest customer left in the spring and took half of the revenue. Four people had to go. We stay with care at home.",
      ],
    },
    {
      company: "Northumbrian Soil Measurement Company",
      quarters: [
        [0, 0, 0, 18_000, 20, 4],
        [14_000, 100, 38, 19_000, 17, 5],
      ],
      texts: ["The first eleven farms pay. Calibration takes a day each; it has to take an hour."],
      waits: true,
    },
  ];

/** What companies of the sample club have told, what one did not, and what waits for an admin. */
export async function insertCompanyUpdates(
  tx: Transaction<DB>,
  companies: ReadonlyMap<string, string>,
  { now, published_by }: { now: Date; published_by: string },
): Promise<void> {
  const last = lastQuarterBefore(londonDate(now));
  const expiryOf = (asked: Date) => new Date(asked.getTime() + linkDays * day);
  const after = (quarter: string, days: number) =>
    new Date(Math.min(Date.parse(`${lastDayOf(quarter)}T12:00:00Z`) + days * day, now.getTime()));
  for (const { company, quarters, texts, waits } of told) {
    const company_id = companies.get(company) ?? "";
    const rows = quarters.map((row, index) => ({ row, quarter: shiftQuarter(last, index + 1 - quarters.length) }));
    const requests = await tx
      .insertInto("company_update_requests")
      .values(
        rows.map(({ row, quarter }) => ({
          company_id,
          quarter,
          asked_at: after(quarter, 1),
          expires_at: expiryOf(after(quarter, 1)),
          ...(row ? { used_at: after(quarter, 12) } : { reminded_at: after(quarter, 15) }),
        })),
      )
      .returning(["id", "quarter"])
      .execute();
    const updates = rows.flatMap(({ row, quarter }, index) => {
      if (!row) return [];
      const [arr, nrr, margin, burn, runway_months, headcount] = row;
      const isWaiting = waits === true && quarter === last;
      return {
        company_id,
        quarter,
        version: 1,
        sent_at: after(quarter, 12),
        runway_months,
        headcount,
        arr_pence: arr * 100,
        nrr_bp: nrr * 100,
        gross_margin_bp: margin * 100,
        net_burn_pence: burn * 100,
        text: texts[index - (quarters.length - texts.length)] ?? null,
        request_id: requests.find((request) => request.quarter === quarter)?.id ?? null,
        ...(isWaiting ? { published_at: null } : { published_at: after(quarter, 13), published_by }),
      };
    });
    await tx.insertInto("company_updates").values(updates).execute();
  }
  const quern = tx.updateTable("companies").set({ is_asked_for_updates: false });
  await quern.where("id", "=", companies.get("Quern") ?? "").execute();
}
