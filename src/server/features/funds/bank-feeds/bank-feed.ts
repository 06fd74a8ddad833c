import type { FeedEnvironment } from "#shared/funds/bank-feeds-messages.ts";
import type { Sealed } from "../../../platform/seal.ts";

/** A bank's list of one account, read only. Whatever fails is a `BankFeedError`. */
export interface BankFeed {
  /** The account with this sort code and number, once the token has proved to be one that only reads. */
  account(digits: AccountDigits): Promise<BankAccount>;
  /** In pence, of what is settled. */
  balance(account: BankAccount): Promise<number>;
  /** From that moment on, of every state. */
  lines(account: BankAccount, since: Date): Promise<FeedLine[]>;
}

export interface AccountDigits {
  /** "10-20-30" */
  sort_code: string;
  account_number: string;
}

export interface BankAccount extends AccountDigits {
  id: string;
  category_id: string;
}

export interface FeedLine {
  /** The bank's own; a payment keeps it when it settles. */
  id: string;
  /** Only a settled one counts; `other` was declined, reversed or is not due yet. */
  state: "settled" | "pending" | "other";
  /** The London day on which the bank settled it; of others that on which it was made. */
  day: string;
  /** The London day of its last change. */
  changed_on: string;
  /** Negative for payments out; never 0. */
  amount_pence: number;
  payer: string;
  reference: string;
}

export type BankFeedErrorCode =
  | "unreachable"
  | "rate_limited"
  | "unreadable"
  | "access_ended"
  | "too_many_scopes"
  | "missing_scopes"
  | "other_account";

/** Never holds the token. */
export class BankFeedError extends Error {
  override name = "BankFeedError";
  readonly code: BankFeedErrorCode;
  readonly scopes: readonly string[];
  readonly retryAfterMs: number | undefined;
  constructor(code: BankFeedErrorCode, given: { message?: string; scopes?: string[]; retryAfterMs?: number } = {}) {
    super(given.message ?? code);
    this.code = code;
    this.scopes = given.scopes ?? [];
    this.retryAfterMs = given.retryAfterMs;
  }
}

/** Injected into features, which have no owner connection: tokens are read here alone, and what the bank says is booked as nobody. */
export interface BankFeeds {
  seal(feedId: string, token: string): Sealed;
  /** Asks the bank. @throws HttpError why the token is of no use, or the bank does not answer. */
  findAccount(environment: FeedEnvironment, token: string, digits: AccountDigits): Promise<BankAccount>;
  /** The same, with the token of a feed that waits. @returns undefined where it does not any more. @throws HttpError */
  findAccountOf(feedId: string): Promise<BankAccount | undefined>;
  /** Reads a feed now. What fails is kept as its state; nothing happens where it is not active, or read already. */
  read(feedId: string): Promise<void>;
  /** Reads all whose time it is. */
  readDue(): Promise<void>;
}

/** A feed that one process reads. */
export interface Claimed {
  id: string;
  deal_id: string;
  environment: FeedEnvironment;
  account: BankAccount;
  /** Nothing of the deal can have been paid before this time. */
  since: Date;
  /** The deal's account is still the one that was confirmed. */
  is_of_deal: boolean;
  key_id: string | null;
  sealed: Buffer | null;
  failures: number;
}
