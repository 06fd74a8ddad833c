/** Apart from the schemas, so that a page can say these words without loading a validator. */

import type { holdingStates } from "./portfolio-messages.ts";

export const shareDeskMessages = {
  loading: "Loading companies",
  price: "A share",
  restsOn: "Since",
  age: "Age",
  states: { active: null, sold: "Sold", written_off: "Written off" } satisfies Record<
    (typeof holdingStates)[number],
    string | null
  >,
  ages: { fresh: "Fresh", ageing: "Ageing", stale: "Stale", range: "Too old to count" },
  members: (left: string, all: string) => (left === all ? `${left} shares` : `${left} of ${all} shares are left`),
} as const;

export const decidedRecordMessages = {
  from: "From",
  source: "Source",
  state: "State",
  actions: "Actions",
  ofClass: (name: string) => `Class ${name}`,
  allClasses: "All classes",
  shareClass: "Class of shares",
  decidedBy: (name: string | null, day: string) => `${day}${name === null ? "" : `, ${name}`}`,
  waiting: "Waits for a second admin",
  confirmedState: "Confirmed",
  refusedState: "Refused",
  document: "Document",
  documentFailed: "The document was not saved",
  add: "Add a document",
  adding: (percent: number) => `Adding, ${percent}%`,
  stop: "Stop",
  added: "The document is added",
  confirm: "Confirm",
  confirming: "Confirming…",
  confirmFailed: "Not confirmed",
  refuse: "Refuse…",
  refuseText: "It stays in the list with the reason. Members never see it.",
  refuseSubmit: "Refuse it",
  refusing: "Refusing…",
  refuseFailed: "Not refused",
} as const;

export const priceDeskMessages = {
  ...decidedRecordMessages,
  basis: "Basis",
  percentLess: (percent: number) => `${percent}% less`,
  basisHint: {
    last_round: "What others paid in a round that the club did not lead",
    offer: "What others offered, in writing",
    club_estimate: "The club’s own word: it may lower a price, not raise it",
    impaired: "A part less than what other people paid last",
    nil: "Nothing is left, such as after a liquidator’s letter",
  },
  effectSame: (value: string) => `What members hold stays worth ${value}.`,
} as const;

export const splitDeskMessages = {
  ...decidedRecordMessages,
  loading: "Loading splits",
  effectShares: (before: string, after: string) => `Members’ ${before} shares become ${after}.`,
  nobodyRounded: "Everybody’s shares divide.",
} as const;
