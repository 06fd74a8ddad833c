import { adminName } from "#shared/people/person-name.ts";

const count = (number: number, one: string, many: string): string =>
  `${number.toLocaleString("en-GB")} ${number === 1 ? one : many}`;

const admin = (name: string | null): string => adminName(name);

export const gateMessages = {
  title: "Before it can complete",
  summary: (open: number) => (open === 0 ? "Nothing is missing." : `${count(open, "point is", "points are")} open.`),
  states: { met: "done", open: "open", later: "with the day of issue" },
} as const;

export const completionPartMessages = {
  enterAccount: "Enter the company’s account",
  feeTitle: "The club’s success fee",
  filed: (day: string, name: string | null) => `Filed on ${day} by ${admin(name)}`,
  open: "PDF",
  openFailed: "The document was not opened",
  typed: (name: string | null, time: string) => `Typed by ${admin(name)}, ${time}`,
  issue: (members: number, shares: number, day: string) =>
    `${count(members, "member holds", "members hold")} ${count(shares, "share", "shares")} of the company, issued on ${day}.`,
  invoice: (amount: string) =>
    `An invoice of ${amount} to the company is made. Nobody sends it by itself: download it and send it to the founder. It names the account for fees that is in Settings then.`,
  admin,
  heldBy: (members: number, shares: number, cost: string) =>
    `${count(members, "member", "members")}, ${count(shares, "share", "shares")}, ${cost}`,
  memberPapers: (members: number) => `Documents of ${count(members, "member", "members")}`,
} as const;
