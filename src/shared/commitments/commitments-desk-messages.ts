import { adminName } from "#shared/people/person-name.ts";

/** What admins read of a round's commitments, and of how its shares are allocated. */

const count = (number: number, one: string, many: string): string =>
  `${number.toLocaleString("en-GB")} ${number === 1 ? one : many}`;
const shares = (number: number) => count(number, "share", "shares");

export const commitmentsPartMessages = {
  asked: (number: number, sum: string) => `${shares(number)} asked for, ${sum}`,
  state: "State",
} as const;

export const allocationPartMessages = {
  states: { draft: "Draft", final: "Final", replaced: "Replaced" },
  waitingList: (members: number) => `${count(members, "member", "members")} on the waiting list`,
  member: "Member",
  wish: "Asked",
  base: "Minimum",
  priority: "Priority",
  rest: "Rest",
  gets: "Gets",
  cost: "Cost",
  fee: "Fee",
  due: "Due",
  members: (number: number) => count(number, "member", "members"),
  changedBy: (name: string, from: number, to: number, by: string | null) =>
    `${name}: ${from.toLocaleString("en-GB")} to ${shares(to)}, by ${adminName(by)}.`,
  changeText: (wish: number, least: number) =>
    `${shares(wish)} asked for, at least ${least.toLocaleString("en-GB")} accepted. 0 is the waiting list.`,
} as const;

export const topUpPartMessages = {
  text: (hours: number) =>
    `Shares of members who left or were released can be offered to everybody whose wish is not filled, to all at the same time: each has a part for ${count(hours, "hour", "hours")}, after that whoever comes first. Meanwhile no closing list is signed and the company is not paid. A list that is signed without an offer leaves them out.`,
  end: (isKept: boolean) =>
    isKept
      ? "Each has a part until a time that they were told. Those who have not taken theirs are told that the offer has ended. What is not taken stays free and can be offered again."
      : "What is not taken stays free and can be offered again.",
  offer: (number: number) => `Offer ${number}`,
  taken: (taken: number, offered: number, members: number) =>
    `${taken.toLocaleString("en-GB")} of ${shares(offered)} taken, offered to ${count(members, "member", "members")}`,
} as const;
