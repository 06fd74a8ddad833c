import { freshSignInMessages, freshSignInMinutes } from "#shared/account/password-rules.ts";
import type { switchedOffReasons } from "./webhook-events.ts";

/** Separate from the schemas, to keep Zod out of the bundle. */

export const maximumWebhookNameLength = 60;
export const maximumWebhookUrlLength = 500;
export const maximumWebhooks = 20;
/** How long the secret before still signs. */
export const secretOverlapHours = 24;
export const deliveryTries = 8;
/** A webhook that has delivered nothing for so long is switched off. */
export const failingDays = 3;

export const deliveryStateWords = { waiting: "Waiting", delivered: "Delivered", failed: "Failed" } as const;

const switchedOffWords: Record<(typeof switchedOffReasons)[number], string> = {
  admin: "Switched off",
  failing: `Switched off: nothing was delivered for ${failingDays} days`,
  gone: "Switched off: the receiver answered that it is gone (410)",
};

export const webhookMessages = {
  label: "Webhooks",
  about:
    "The club tells another system of yours what happened, by a signed request with ids only. What fails is tried again for a day.",
  caption: "Webhooks, the newest first",
  loading: "Loading the webhooks",
  failed: "Failed to fetch the webhooks",
  none: "No webhooks",
  noneText: "Add one for a system that has to know what happens here.",
  add: "Add a webhook",
  addTitle: "Add a webhook",
  change: "Change",
  changeTitle: "Change the webhook",
  saving: "Saving...",
  save: "Save",
  cancel: "Cancel",
  saveFailed: "The webhook was not saved",
  name: "Name",
  nameHint: "The system that receives it, such as Bookkeeping.",
  nameMissing: "Please enter a name.",
  url: "Address",
  urlHint: "It begins with https:// and can be reached from the internet.",
  urlWrong: "Please enter an address that begins with https://, without a user name.",
  urlPrivate: "This address is in a private network. The operator of the club can allow it.",
  password: "Password",
  passwordHint: freshSignInMessages.hint,
  passwordHintOnChange: `Needed for another address only, and not within ${freshSignInMinutes} minutes of signing in.`,
  events: "Events",
  eventsMissing: "Please choose at least one event.",
  isOn: "Send events to this address",
  on: "On",
  failing: (when: string) => `Failing since ${when}`,
  switchedOff: (reason: (typeof switchedOffReasons)[number]) => switchedOffWords[reason],
  remove: "Remove",
  removeTitle: (name: string) => `Remove the webhook ${name}?`,
  removeText: "Nothing more is sent to it, and its deliveries are deleted here.",
  removing: "Removing...",
  keep: "Keep it",
  removed: { title: "Webhook removed", description: "Nothing more is sent to it." },
  removeFailed: "The webhook was not removed",
  rotate: "New secret",
  rotateTitle: (name: string) => `Make a new secret for ${name}?`,
  rotateText: `The present one goes on signing for ${secretOverlapHours} hours beside the new one. Put the new one in place in that time.`,
  rotating: "Making...",
  rotateFailed: "No secret was made",
  secret: "Secret",
  secretTitle: "Copy the secret now",
  secretText: "Your system checks the signature of each request with it. It is shown this once.",
  copy: "Copy",
  copied: "The secret is on your clipboard.",
  done: "Done",
  deliveries: "Deliveries",
  deliveriesTitle: (name: string) => `Deliveries to ${name}`,
  deliveriesFilter: "Show",
  allDeliveries: "All",
  deliveriesLoading: "Loading the deliveries",
  deliveriesFailed: "Failed to fetch the deliveries",
  noDeliveries: "Nothing.",
  deliveriesCaption: "Deliveries of the last 30 days, the newest first",
  answered: (status: number) => `Answered ${status}`,
  tries: (count: number) => (count === 1 ? "1 try" : `${count} tries`),
  nextTry: (when: string) => `Next try ${when}`,
  redeliver: "Send again",
  redelivering: "Queueing",
  redeliverFailed: "The delivery was not repeated",
  redelivered: { title: "Queued", description: "It is sent again within seconds." },
  isOff: "This webhook is switched off. Switch it on first.",
  tooMany: `There are ${maximumWebhooks} webhooks. Please remove one first.`,
} as const;
