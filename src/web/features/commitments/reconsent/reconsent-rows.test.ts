import { expect, it } from "vitest";
import type { OwnCommitment } from "#shared/commitments/commitments.ts";
import { reconsentRows } from "./reconsent.tsx";

const terms = (number: number, price: string) => ({ id: `${number}`, number, price, scheme: "SEIS" as const });
const commitment = {
  terms: terms(1, "1.2"),
  fee_bp: 1250,
  shares: 10_000,
  least_shares: 417,
  cost_pence: 12_000_00,
  fee_pence: 1_500_00,
  due_pence: 13_500_00,
} as OwnCommitment;
const reconsent = {
  until: "2027-01-22T12:00:00.000Z",
  terms: terms(2, "1.24"),
  changes: [],
  after: { shares: 9_677, cost_pence: 11_999_48, fee_pence: 1_499_94, due_pence: 13_499_42 },
  least_shares: 404,
  exceeds_ceiling: false,
};

it("Old and new numbers are listed side by side, with a true sign", () => {
  expect(reconsentRows(commitment, reconsent).map((row) => Object.values(row).slice(0, 4))).toEqual([
    ["Price of a share", "£1.20", "£1.24", "+£0.04"],
    ["Shares", "10,000", "9,677", "−323"],
    ["You accept at least (shares)", "417", "404", "−13"],
    ["Cost of the shares", "£12,000.00", "£11,999.48", "−£0.52"],
    ["Fee, 12.5%", "£1,500.00", "£1,499.94", "−£0.06"],
    ["You send", "£13,500.00", "£13,499.42", "−£0.58"],
  ]);
});

it("A number that stays has no sign, and a price keeps its six decimals", () => {
  const same = { ...reconsent, terms: terms(2, "1.200001"), after: { ...reconsent.after, shares: 10_000 } };
  const [price, shares] = reconsentRows(commitment, same);
  expect(price?.difference).toBe("+£0.000001");
  expect(shares?.difference).toBe("0");
});
