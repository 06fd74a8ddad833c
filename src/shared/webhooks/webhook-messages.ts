import type { switchedOffReasons } from "./webhook-events.ts";

/** Separate from the schemas, to keep Zod out of the bundle. */

export const maximumWebhookNameLength = 60;
export const maximumWebhookUrlLength = 500;
export const maximumWebhooks = 20;
/** The secret before still signs for this long. */
export const secretOverlapHours = 24;
export const deliveryTries = 8;
/** A webhook that has delivered nothing for so long is switched off. */
export const failingDays = 3;

const switchedOffWords: Record<(typeof switchedOffReasons)[number], string> = {
  admin: "Switched off",
  failing: `Switched off: nothing was delivered for ${failingDays} days`,
  gone: "Switched off: the receiver answered that it is gone (410)",
};

export const webhookMessages = {
  add: "Add a webhook",
  nameMissing: "Please enter a name.",
  urlWrong: "Please enter an address that begins with https://, without a user name.",
  urlPrivate: "This address is in a private network. The operator of the club can allow it.",
  password: "Password",
  eventsMissing: "Please choose at least one event.",
  switchedOff: (reason: (typeof switchedOffReasons)[number]) => switchedOffWords[reason],
  deliveriesTitle: (name: string) => `Deliveries to ${name}`,
  isOff: "This webhook is switched off. Switch it on first.",
  tooMany: `There are ${maximumWebhooks} webhooks. Please remove one first.`,
} as const;
