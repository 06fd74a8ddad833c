/** The parts of the API's description, in their order. */
export const tags = {
  "Sign-in": "Signing in and out, registering, and the tokens of programs.",
  Account: "One's own account: how one signs in, where one is signed in, export and deletion.",
  Notices: "What the club tells a member, and which mails they want.",
  Directory: "Members' profiles, their pictures, and the review of what they submit.",
  Introductions: "Members ask others for a talk; what is reported goes to the admins.",
  Events: "The club's events, who comes, and calendars.",
  People: "Everybody with an account or an invitation, for admins: status, tier, rights and deletion.",
  Statements: "Investor records, the statements that members sign before an offer, and their forms.",
  "Open deals": "What investors are shown of a deal, and what they do: ask, join calls, commit.",
  Deals: "The deal desk, for admins: enquiries, versions, rooms, questions, calls and mailings.",
  Lists: "The lists that two people of a panel sign: the offer of a deal, and its closing.",
  Companies: "Companies of deals, their logos, and what they tell those who hold their shares.",
  Commitments: "Commitments, how shares are allotted to them, and top-ups.",
  Funds: "Money of a deal: calls, the bank's lines, payments out, the ledger.",
  Completion: "What a deal lacks before its members hold shares, its papers, and tax relief.",
  Portfolio: "What a member holds, what it is worth, and what an adviser is let read of it.",
  "Valuations and exits": "Prices of shares that two admins confirm, and what members get when shares are sold.",
  "Published content": "What the public pages show.",
  Content: "Writing what the public pages show, for admins: drafts, revisions, order, files.",
  Messages: "What admins write to members and subscribers, for admins; and what a member was sent.",
  Newsletter: "Subscribing, and the list for admins.",
  Club: "Settings, setup, the audit, and the state of the system, for admins.",
  Programs: "API keys, and webhooks as Standard Webhooks describes them, for admins.",
} as const;

export type Tag = keyof typeof tags;
