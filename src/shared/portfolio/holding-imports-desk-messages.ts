/** Apart from the schemas, so that a page can say these words without loading a validator. */
import { formatPence } from "#shared/pence.ts";

const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString("en-GB")} ${count === 1 ? one : many}`;
const by = (name: string | null, time: string) => `${time}${name === null ? "" : ` by ${name}`}`;

export const holdingImportDeskMessages = {
  summary: (fresh: number, known: number, differing: number, faulty: number) =>
    [
      counted(fresh, "new line"),
      known > 0 && `${known.toLocaleString("en-GB")} brought before`,
      differing > 0 && `${differing.toLocaleString("en-GB")} of them with other details`,
      faulty > 0 && `${counted(faulty, "fault")} to mend`,
    ]
      .filter(Boolean)
      .join(", "),
  totals: (cost: number, fees: number, gross: number) =>
    [`cost ${formatPence(cost)}`, `fees ${formatPence(fees)}`, gross > 0 && `distributions ${formatPence(gross)}`]
      .filter(Boolean)
      .join(", "),
  propose: (lines: number) => `Propose ${counted(lines, "line")}`,
  unreadable: (company: string) => company || "No company",
  asBought:
    "Shares and prices are entered as bought on that day. Splits that are recorded here since then are counted on top.",
  loading: "Loading imports",
  cost: "Cost",
  about: (members: number, lots: number, distributions: number) =>
    [
      counted(members, "member"),
      lots > 0 && counted(lots, "holding"),
      distributions > 0 && counted(distributions, "distribution"),
    ]
      .filter(Boolean)
      .join(", "),
  proposedBy: (name: string | null, time: string) => `Proposed ${by(name, time)}`,
  confirmedBy: (name: string | null, time: string) => `Confirmed ${by(name, time)}`,
  refusedBy: (name: string | null, time: string) => `Refused ${by(name, time)}`,
  undoneBy: (name: string | null, time: string) => `Taken back ${by(name, time)}`,
  because: (reason: string) => `Because: ${reason}`,
  obstacles: {
    exited: "An exit is about these shares: the import stays.",
    paid_out: "Another import says what these shares brought. Take that one back first.",
  },
  confirmText: (members: number, cost: number) =>
    `${counted(members, "member")} ${members === 1 ? "holds" : "hold"} what the file says from then on, ${formatPence(cost)} of cost together, and ${members === 1 ? "is" : "are"} told.`,
  refuseSubmit: "Refuse it",
  refusing: "Refusing…",
  refusedNow: "Refused",
  refuseFailed: "Not refused",
} as const;

export const outsidePaymentMessages = {
  text: (members: number, shares: string, gross: string, paid: string) =>
    `${counted(members, "member")} with ${shares} imported shares: ${gross} before costs, ${paid} to be paid. That is paid beside the club’s accounts; record here when it was.`,
  confirmText: (members: number, paid: string, day: string) =>
    `${counted(members, "member")} ${members === 1 ? "sees" : "see"} ${paid} together as paid on ${day}, and ${members === 1 ? "is" : "are"} told. After that the exit cannot be withdrawn.`,
} as const;
