import { formatPounds } from "#shared/format-pounds.ts";
import type { Club } from "#shared/settings/settings.ts";

export const lookedFor = (club: Pick<Club, "figures">) => [
  "Software that customers already pay for, or are queuing to try; most of it SaaS",
  "Founders who know their market from the inside",
  "Numbers you can explain, the bad ones first",
  "Code and brand that the company owns, not a former contractor",
  "A round with a purpose, and a plan for the next one",
  `Room in it for ${formatPounds(club.figures.cheque_minimum_pence)} to ${formatPounds(club.figures.cheque_maximum_pence)} from us`,
];

export const dataRoom = [
  { title: "Overview", text: "One page on the company, the main figures, and who owns what today." },
  { title: "The company", text: "Articles, registers, board minutes and any shareholders’ agreement." },
  {
    title: "Cap table",
    text: "Fully diluted: options, convertible notes and advance subscriptions counted, with vesting.",
  },
  {
    title: "Money and tax",
    text: "Accounts, management accounts, cash in the bank, a forecast with its assumptions, and S/EIS papers if you have any.",
  },
  { title: "Product and figures", text: "Retention by cohort, churn with its reasons, uptime, and what comes next." },
  { title: "Customers", text: "The largest contracts, the pipeline, and why the last customers left." },
  {
    title: "People and rights",
    text: "Contracts, and a signed assignment of intellectual property from every founder and contractor.",
  },
  { title: "Law and security", text: "Disputes, data protection, security policies, and the papers of this round." },
];
