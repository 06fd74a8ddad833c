import { createHash } from "node:crypto";
import { CompiledQuery, sql } from "kysely";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { picturesPerHour } from "#shared/pictures/picture-rules.ts";
import type { Database } from "../platform/db/connect.ts";
import type { AsOwner } from "../platform/db/types.ts";
import { HttpError } from "../platform/http/http-error.ts";

/** A pair's first part is what `resetGroup` takes. */
export type LimitKey = string | readonly [group: string, rest: string];

export interface Limit {
  /** @param about subject in the audit row. @returns attempts left. @throws HttpError 429 with Retry-After. */
  take(key: LimitKey, about?: LimitSubject): Promise<number>;
  /** Silent variant. @returns false when exceeded. */
  tryTake(key: LimitKey, about?: LimitSubject): Promise<boolean>;
  /** Checks without counting. @throws HttpError 429. */
  assertOpen(key: LimitKey): Promise<void>;
  giveBack(key: LimitKey): Promise<void>;
  reset(key: LimitKey): Promise<void>;
  /** Resets every pair that begins with it. */
  resetGroup(group: string): Promise<void>;
}

export type Limits = ReturnType<typeof createLimits>;

const minute = 60;
const day = 24 * 60 * minute;
/** TOTP and recovery codes together; three of a million TOTP codes are valid at any time. */
export const wrongCodesPerDay = 50;

/** Counted in the database, shared by all processes. */
export function createLimits(db: Database, asOwner: AsOwner) {
  const limit = (name: string, points: number, durationSeconds: number, isAudited = true) =>
    createLimit(db, asOwner, { name, points, durationSeconds, isAudited });
  return {
    passwordsPerAddress: limit("password-address", 100, 15 * minute),
    passwordsPerEmailAndAddress: limit("password-pair", 10, 15 * minute),
    passwordsPerEmail: limit("password-email", 100, 15 * minute),
    passwordsPerDevice: limit("password-device", 10, 15 * minute),
    rightPasswordsPerEmail: limit("right-password-email", 30, 15 * minute),
    passkeysPerAddress: limit("passkey-address", 100, 15 * minute),
    passkeyChallengesPerAddress: limit("passkey-challenge-address", 300, 15 * minute, false),
    twoFactorCodesPerPerson: limit("two-factor", 10, 15 * minute),
    twoFactorCodesPerDay: limit("two-factor-day", wrongCodesPerDay, day),
    twoFactorPardonsPerDay: limit("two-factor-pardon", 1, day, false),
    registrationsPerAddress: limit("registration-address", 30, 10 * minute),
    googleAttempts: limit("google-attempt", 1, 20 * minute, false),
    verificationMailsPerEmail: limit("mail-verification", 5, 60 * minute),
    recoveryMailsPerEmail: limit("mail-recovery", 5, 60 * minute),
    signInLinkMailsPerEmail: limit("mail-sign-in-link", 5, 60 * minute),
    emailChangeMailsPerEmail: limit("mail-email-change", 5, 60 * minute),
    emailChangesPerPerson: limit("email-change-person", 5, 60 * minute),
    mailsPerAddress: limit("mail-address", 100, 60 * minute),
    newsletterMailsPerEmail: limit("mail-newsletter", 3, day, false),
    newsletterMailsPerAddress: limit("mail-newsletter-address", 30, 60 * minute, false),
    callsPerApiKey: limit("api-key", 300, minute, false),
    testMailsPerPerson: limit("test-mail-person", 10, 60 * minute, false),
    clientErrorsPerAddress: limit("client-error-address", 20, 10 * minute, false),
    clientErrors: limit("client-error", 300, 60 * minute, false),
    calendarFeeds: limit("calendar-feed", 120, 60 * minute, false),
    unknownFeedsPerAddress: limit("calendar-feed-address", 60, 10 * minute, false),
    companyLinksPerAddress: limit("company-link-address", 60, 10 * minute, false),
    lettersPerUpdateLink: limit("update-link-letter", 20, day, false),
    adviserReadsPerAddress: limit("adviser-read-address", 300, 10 * minute, false),
    wrongAdviserLinksPerAddress: limit("adviser-link-wrong", 20, 10 * minute, false),
    bundlesPerPerson: limit("bundle-person", 6, 60 * minute, false),
    filesPerPerson: limit("file-person", 30, 10 * minute, false),
    statementsPerPerson: limit("statement-person", 20, day, false),
    picturesPerPerson: limit("picture-person", picturesPerHour, 60 * minute, false),
  };
}

interface LimitOptions {
  name: string;
  points: number;
  durationSeconds: number;
  isAudited: boolean;
}

function createLimit(
  db: Database,
  asOwner: AsOwner,
  { name, points, durationSeconds, isAudited }: LimitOptions,
): Limit {
  const limiter = new RateLimiterPostgres({
    storeClient: { query: (query: { text: string; values: unknown[] }) => run(db, query) },
    storeType: "client",
    schemaName: "auth",
    tableName: "rate_limits",
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: durationSeconds,
  });
  /** @returns attempts left and, at 0, the wait. */
  const consume = async (key: LimitKey, about?: LimitSubject): Promise<{ left: number; waitMilliseconds?: number }> => {
    try {
      return { left: (await limiter.consume(hashed(key))).remainingPoints };
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const isFirst = error.consumedPoints === points + 1;
      if (isFirst && isAudited) await auditReachedLimit(db, asOwner, name, about);
      return { left: 0, waitMilliseconds: error.msBeforeNext };
    }
  };
  return {
    take: async (key, about) => {
      const { left, waitMilliseconds } = await consume(key, about);
      if (waitMilliseconds !== undefined) throw tooMany(waitMilliseconds);
      return left;
    },
    tryTake: async (key, about) => (await consume(key, about)).waitMilliseconds === undefined,
    assertOpen: async (key) => {
      const state = await limiter.get(hashed(key));
      if (state && state.consumedPoints >= points) throw tooMany(state.msBeforeNext);
    },
    giveBack: (key) => limiter.reward(hashed(key)).then(ignore, ignore),
    reset: (key) => limiter.delete(hashed(key)).then(ignore, ignore),
    resetGroup: async (group) => {
      const prefix = `${name}:${hash(group)}.`;
      await db.deleteFrom("auth.rate_limits").where(sql<boolean>`starts_with(key, ${prefix})`).execute();
    },
  };
}

async function run(db: Database, { text, values }: { text: string; values: unknown[] }) {
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
  return { rows, rowCount: rows.length };
}

/** A lost refund is better than an error after success. */
const ignore = () => {};

/** Keys contain e-mail addresses; the table stores hashes. */
const hashed = (key: LimitKey): string => (typeof key === "string" ? hash(key) : key.map(hash).join("."));

const hash = (text: string) => createHash("sha256").update(text).digest("base64url");

function tooMany(millisecondsLeft: number): HttpError {
  const seconds = Math.max(1, Math.ceil(millisecondsLeft / 1000));
  const minutes = Math.ceil(seconds / minute);
  const wait = minutes === 1 ? "in a minute" : `in ${minutes} minutes`;
  return new HttpError("rate_limited", `Too many attempts. Please try again ${wait}.`, {
    headers: { "Retry-After": String(seconds) },
  });
}

/** The person or address that the limit protects. */
type LimitSubject = { userId: string } | { email: string };

/** Called once per key and window, so attempts cannot flood the audit log. */
async function auditReachedLimit(db: Database, asOwner: AsOwner, limit: string, about?: LimitSubject): Promise<void> {
  const subjectId = about ? await findSubjectId(db, about) : null;
  await asOwner(null, async (_tx, effects) => effects.audit("limit_reached", subjectId, { limit }));
}

async function findSubjectId(db: Database, about: LimitSubject): Promise<string | null> {
  if ("userId" in about) return about.userId;
  const person = db.selectFrom("auth.users").select("id").where("email", "=", about.email);
  return (await person.executeTakeFirst())?.id ?? null;
}
