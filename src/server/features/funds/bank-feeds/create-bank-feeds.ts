import { sql, type Transaction } from "kysely";
import type { Logger } from "pino";
import {
  type FeedEnvironment,
  type FeedFailure,
  type FeedStop,
  bankFeedMessages as messages,
} from "#shared/funds/bank-feeds-messages.ts";
import { listAdmins } from "../../../auth/list-admins.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import type { AsOwner, Effects } from "../../../platform/db/types.ts";
import { HttpError, refusedField } from "../../../platform/http/http-error.ts";
import { createSeal, type Sealed } from "../../../platform/seal.ts";
import { type BankFeed, BankFeedError, type BankFeeds, type Claimed } from "./bank-feed.ts";
import { keepReading, lockActive, type Reading } from "./keep-reading.ts";
import { openStarling, starlingAddresses } from "./starling.ts";

interface Given {
  asOwner: AsOwner;
  log: Logger;
  now: () => Date;
  /** The present key, then those before it. */
  keys: readonly [string, ...string[]];
  /** Of a stand-in for the bank, which no real club can have. */
  standInUrl: string | undefined;
}

const minute = 60_000;
const hour = 60 * minute;
/** Each wait follows one more failure in a row; the last one counts from then on. */
const waits = [15 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 6 * hour] as const;
/** A failure that a later reading mends within the hour is not told. */
const toldAfter: Record<FeedFailure, number> = { unreachable: 3, rate_limited: 3, unreadable: 3, balance_differs: 1 };
/** Longer than a reading takes. */
const claimMs = 3 * minute;

export function createBankFeeds({ asOwner, log, now, keys, standInUrl }: Given): BankFeeds {
  const seal = createSeal<string>(keys, "bank feed tokens");
  const open = (environment: FeedEnvironment, token: string): BankFeed =>
    openStarling({ address: standInUrl ?? starlingAddresses[environment], token, now });

  const findAccount: BankFeeds["findAccount"] = (environment, token, digits) =>
    asking(() => open(environment, token).account(digits));

  const stop = (feed: Pick<Claimed, "id" | "deal_id">, because: FeedStop) =>
    asOwner(null, async (tx, effects) => {
      if (!(await lockActive(tx, feed.id))) return;
      await sql`select end_bank_feed(${feed.id}, ${because})`.execute(tx);
      effects.audit("bank_feed_stopped", feed.deal_id, { feed_id: feed.id, because });
      await tellAdmins(tx, effects, feed.deal_id);
    });

  const read: BankFeeds["read"] = async (feedId) => {
    const feed = await asOwner(null, (tx) => claim(tx, feedId, now()));
    if (!feed) return;
    if (!feed.is_of_deal) return stop(feed, "account_changed");
    const token = feed.key_id && feed.sealed && seal.open(feed.id, { key_id: feed.key_id, sealed: feed.sealed });
    if (!token) return stop(feed, "token_lost");
    if (feed.key_id !== seal.keyId) await asOwner(null, (tx) => keepToken(tx, feed.id, seal.seal(feed.id, token)));
    const outcome = await readBank(open(feed.environment, token), feed);
    if (outcome instanceof BankFeedError) {
      log.warn({ feed_id: feed.id, reason: outcome.message }, "bank feed failed");
      if (isEnded(outcome)) return stop(feed, "access_ended");
      return asOwner(null, (tx, effects) => keepFailure(tx, effects, feed, { error: outcome, now: now() }));
    }
    const gap = await asOwner(null, (tx, effects) => keepReading(tx, effects, { feed, reading: outcome, now: now() }));
    if (gap !== 0) await asOwner(null, (tx, effects) => keepFailure(tx, effects, feed, { gap, now: now() }));
  };

  return {
    seal: (feedId, token) => seal.seal(feedId, token),
    findAccount,
    findAccountOf: async (feedId) => {
      const waiting = await asOwner(null, (tx) => findWaiting(tx, feedId));
      if (!waiting) return undefined;
      const { environment, sort_code, account_number, ...sealed } = waiting;
      const token = seal.open(feedId, sealed);
      if (!token) throw new HttpError("revision_conflict", messages.stops.token_lost);
      return findAccount(environment, token, { sort_code, account_number });
    },
    read,
    readDue: async () => {
      const ids = await asOwner(null, async (tx) => {
        const { rows } = await sql<{ id: string }>`select id from due_bank_feeds() as id`.execute(tx);
        return rows.map(({ id }) => id);
      });
      const failed: unknown[] = [];
      for (const id of ids) await read(id).catch((error) => failed.push(error));
      if (failed.length > 0) throw failed[0];
    },
  };
}

/** Says the bank's errors in the words of the form. */
async function asking<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof BankFeedError)) throw error;
    const unavailable = (text: string) => new HttpError("bank_unavailable", text);
    switch (error.code) {
      case "access_ended":
        throw refusedField("token", messages.tokenRefused);
      case "too_many_scopes":
        throw refusedField("token", messages.tooManyScopes(error.scopes));
      case "missing_scopes":
        throw refusedField("token", messages.missingScopes(error.scopes));
      case "other_account":
        throw refusedField("token", messages.otherAccount);
      case "rate_limited":
        throw unavailable(messages.rateLimited);
      case "unreachable":
        throw unavailable(messages.unreachable);
      case "unreadable":
        throw unavailable(messages.unreadable);
    }
  }
}

const isEnded = ({ code }: BankFeedError): boolean =>
  code === "access_ended" || code === "too_many_scopes" || code === "missing_scopes" || code === "other_account";

/** The balance before and after the lines: where a payment came between them, both are read again. */
async function readBank(bank: BankFeed, { account, since }: Claimed): Promise<Reading | BankFeedError> {
  try {
    let before = await bank.balance(account);
    for (let tries = 0; tries < 3; tries += 1) {
      const lines = await bank.lines(account, since);
      const balance_pence = await bank.balance(account);
      if (balance_pence === before) return { lines, balance_pence };
      before = balance_pence;
    }
    return new BankFeedError("unreadable", { message: "the balance does not rest" });
  } catch (error) {
    if (error instanceof BankFeedError) return error;
    throw error;
  }
}

const dayMs = 24 * hour;

/**
 * Claims the feed, so that one process reads it. Nobody does while the bank wants to be left alone. @returns undefined where it
 * is not to be read.
 */
async function claim(tx: Transaction<DB>, feedId: string, now: Date): Promise<Claimed | undefined> {
  const claimed = await tx
    .updateTable("bank_feeds")
    .set({ claimed_until: new Date(now.getTime() + claimMs) })
    .where("id", "=", feedId)
    .where("confirmed_at", "is not", null)
    .where("stopped_at", "is", null)
    .where(({ eb, or }) => or([eb("claimed_until", "is", null), eb("claimed_until", "<=", now)]))
    .where(({ eb, or }) =>
      or([eb("failure", "is", null), eb("failure", "<>", "rate_limited"), eb("retry_at", "<=", slack(now))]),
    )
    .returning("id")
    .executeTakeFirst();
  if (!claimed) return undefined;
  const row = await tx
    .selectFrom("bank_feeds as f")
    .innerJoin("collection_accounts as a", "a.id", "f.account_id")
    .leftJoin("bank_feed_tokens as t", "t.feed_id", "f.id")
    .select(["f.id", "f.deal_id", "f.environment", "f.bank_account_id", "f.bank_category_id", "f.failures"])
    .select(["a.sort_code", "a.account_number", "t.key_id", "t.sealed"])
    .select(
      sql<boolean>`exists (select from collection_accounts now
      where now.deal_id = f.deal_id and now.confirmed_at is not null and now.replaced_at is null
        and now.sort_code = a.sort_code and now.account_number = a.account_number)`.as("is_of_deal"),
    )
    .select(
      sql<Date>`least((select min(e.entered_at) from collection_accounts e where e.deal_id = f.deal_id),
      (select min(l.booked_on)::timestamptz from bank_lines l
        where l.deal_id = f.deal_id and l.taken_back_at is null))`.as("since"),
    )
    .where("f.id", "=", feedId)
    .executeTakeFirstOrThrow();
  const { bank_account_id, bank_category_id: category_id, sort_code, account_number, since, ...feed } = row;
  return {
    ...feed,
    account: { id: bank_account_id, category_id, sort_code, account_number },
    since: new Date(since.getTime() - dayMs),
  };
}

/** A job comes a little early or late. */
const slack = (now: Date): Date => new Date(now.getTime() + 2 * minute);

const findWaiting = (tx: Transaction<DB>, feedId: string) =>
  tx
    .selectFrom("bank_feeds as f")
    .innerJoin("collection_accounts as a", "a.id", "f.account_id")
    .innerJoin("bank_feed_tokens as t", "t.feed_id", "f.id")
    .select(["f.environment", "a.sort_code", "a.account_number", "t.key_id", "t.sealed"])
    .where("f.id", "=", feedId)
    .where("f.confirmed_at", "is", null)
    .where("f.stopped_at", "is", null)
    .executeTakeFirst();

/** Encrypted with an earlier AUTH_SECRET until now. */
const keepToken = (tx: Transaction<DB>, feedId: string, sealed: Sealed) =>
  tx.updateTable("bank_feed_tokens").set(sealed).where("feed_id", "=", feedId).execute();

interface Failed {
  error?: BankFeedError;
  gap?: number;
  now: Date;
}

/** Tried again later and later; a failure that lasts is told once. */
async function keepFailure(tx: Transaction<DB>, effects: Effects, feed: Claimed, { error, gap, now }: Failed) {
  const failure = (error?.code ?? "balance_differs") as FeedFailure;
  const failures = feed.failures + 1;
  const wait = Math.max(waits[Math.min(failures, waits.length) - 1] ?? hour, Math.min(error?.retryAfterMs ?? 0, dayMs));
  const { told_at } = await tx
    .updateTable("bank_feeds")
    .set({ failure, failures, gap_pence: gap ?? null, claimed_until: null, retry_at: new Date(now.getTime() + wait) })
    .set({ failing_since: sql`coalesce(failing_since, app_now())` })
    .where("id", "=", feed.id)
    .where("stopped_at", "is", null)
    .returning("told_at")
    .executeTakeFirst()
    .then((row) => row ?? { told_at: now });
  if (told_at || failures < toldAfter[failure]) return;
  await tx.updateTable("bank_feeds").set({ told_at: now }).where("id", "=", feed.id).execute();
  await tellAdmins(tx, effects, feed.deal_id);
}

async function tellAdmins(tx: Transaction<DB>, effects: Effects, dealId: string): Promise<void> {
  for (const user_id of await listAdmins(tx)) effects.notify(user_id, "bank_feed_failing", dealId);
}
