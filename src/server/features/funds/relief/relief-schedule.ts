import { plainPounds, withTwoDecimals } from "#shared/pence.ts";
import type { CsvExport } from "../../../platform/http/csv-stream.ts";
import { listReliefMembers, type ReliefMember } from "./relief-queries.ts";

/** For the company's compliance statement: members due relief, with the cost of their shares, without the fee. */
export const reliefSchedule = (dealId: string): CsvExport<ReliefMember> => ({
  name: "relief-schedule",
  columns: [
    "Legal name",
    "Address",
    "Shares",
    "Class of shares",
    "Price of a share (GBP)",
    "Amount subscribed (GBP)",
    "Date of issue",
    "Scheme",
  ],
  toRow: ({ legal_name, address, shares, share_class, price, cost_pence, issued_on, scheme }) => [
    legal_name ?? "",
    address ?? "",
    String(shares),
    share_class,
    withTwoDecimals(price),
    plainPounds(cost_pence),
    issued_on,
    scheme ?? "",
  ],
  list: async (tx) => {
    const items = (await listReliefMembers(tx, dealId)).filter(({ scheme }) => scheme !== null);
    return { items, next_cursor: null };
  },
  audit: (effects) => effects.audit("relief_schedule_exported", dealId),
});
