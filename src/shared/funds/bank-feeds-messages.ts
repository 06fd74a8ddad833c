import { formatPence } from "#shared/pence.ts";

/** `sandbox` is Starling's test bank. */
export const feedEnvironments = ["live", "sandbox"] as const;
export type FeedEnvironment = (typeof feedEnvironments)[number];
export const feedEnvironmentLabels = { live: "Starling", sandbox: "Starling’s sandbox, a test bank" } as const;

export type FeedState = "waiting" | "active" | "stopped";
const feedFailures = ["unreachable", "rate_limited", "unreadable", "balance_differs"] as const;
export type FeedFailure = (typeof feedFailures)[number];
const feedStops = ["admin", "replaced", "account_changed", "access_ended", "token_lost"] as const;
export type FeedStop = (typeof feedStops)[number];

/** The permissions of a token that reads one account and can do nothing else. */
export const feedScopes = [
  "account:read",
  "account-list:read",
  // The bank gives the sort code and the number by this scope.
  "account-identifier:read",
  "balance:read",
  "transaction:read",
] as const;

export const testBankWords = "Test bank: no real money";

export const bankFeedMessages = {
  noAccount: "Enter and confirm a collection account first.",
  notWaiting: "This feed does not wait to be confirmed any more.",
  notActive: "This feed is stopped already.",
  otherAccount: "This token opens no account with the sort code and number of the collection account.",
  tokenRefused: "Starling does not accept this token. Copy it again, or make a new one.",
  tooManyScopes: (scopes: readonly string[]) =>
    `This token can do more than the club needs: ${scopes.join(", ")}. Make one with these permissions alone: ${feedScopes.join(", ")}.`,
  missingScopes: (scopes: readonly string[]) => `This token lacks permissions: ${scopes.join(", ")}.`,
  unreachable: "Starling cannot be reached just now. Please try again in a moment.",
  rateLimited: "Starling wants no more requests for now. Please try again later.",
  unreadable: "Starling’s answer could not be read. Please try again later.",
  tokenNeeded: "Please enter the token.",
  tokenTooLong: "This is too long for a token.",
  failures: {
    unreachable: "The bank cannot be reached.",
    rate_limited: "The bank wants no more requests for now.",
    unreadable: "The bank’s answer could not be read.",
  },
  failingSince: (words: string, since: string) => `${words} It has not been read since ${since}.`,
  balanceDiffers: (gapPence: number) =>
    `The bank has ${formatPence(Math.abs(gapPence))} ${gapPence > 0 ? "more" : "less"} than the lines of feed and files lead to, so nothing new is kept. Look for a line of a file that the bank does not have, or for money from before the deal.`,
  stopped: (words: string, when: string) => `Stopped on ${when}. ${words}`,
  stoppedBy: (name: string, reason: string) => `By ${name}: ${reason}`,
  stops: {
    replaced: "Another token was entered.",
    account_changed: "The deal has another collection account.",
    access_ended: "The bank does not accept the token any more.",
    token_lost: "The token cannot be decrypted: the server has another secret than when it was entered.",
  },
} as const;
