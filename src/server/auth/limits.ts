import { createHash } from "node:crypto";
import { CompiledQuery } from "kysely";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { picturesPerHour } from "#shared/picture-limits.ts";
import type { Database } from "../db/connect.ts";
import { Refusal } from "../http/refusal.ts";

/** Counts tries. `take` refuses one too many; a try that turned out well is given back. */
export interface Limit {
  /** @throws Refusal 429 with Retry-After when the limit is reached. */
  take(key: string): Promise<void>;
  giveBack(key: string): Promise<void>;
  reset(key: string): Promise<void>;
}

export type Limits = ReturnType<typeof createLimits>;

const minute = 60;

/** All limits on signing in and what belongs to it, counted in the database so that all processes share them. */
export function createLimits(db: Database) {
  const limit = (name: string, points: number, durationSeconds: number) =>
    createLimit(db, name, points, durationSeconds);
  return {
    passwordsPerEmailAndAddress: limit("password-pair", 10, 15 * minute),
    passwordsPerAddress: limit("password-address", 100, 15 * minute),
    passwordsPerEmail: limit("password-email", 100, 15 * minute),
    twoFactorCodesPerPerson: limit("two-factor", 10, 15 * minute),
    registrationsPerAddress: limit("registration-address", 30, 10 * minute),
    googleAttempts: limit("google-attempt", 1, 20 * minute),
    mailsPerEmail: limit("mail-email", 5, 60 * minute),
    mailsPerAddress: limit("mail-address", 100, 60 * minute),
    picturesPerPerson: limit("picture-person", picturesPerHour, 60 * minute),
  };
}

function createLimit(db: Database, name: string, points: number, durationSeconds: number): Limit {
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
  return {
    take: async (key) => {
      try {
        await limiter.consume(hashed(key));
      } catch (error) {
        throw error instanceof RateLimiterRes ? tooMany(error.msBeforeNext) : error;
      }
    },
    giveBack: (key) => limiter.reward(hashed(key)).then(ignore, ignore),
    reset: (key) => limiter.delete(hashed(key)).then(ignore, ignore),
  };
}

async function run(db: Database, { text, values }: { text: string; values: unknown[] }) {
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
  return { rows, rowCount: rows.length };
}

/** A point too many does less harm than an error in place of what has succeeded. */
const ignore = () => {};

/** Keys name people; the table must not. */
const hashed = (key: string) => createHash("sha256").update(key).digest("base64url");

function tooMany(millisecondsLeft: number): Refusal {
  const seconds = Math.max(1, Math.ceil(millisecondsLeft / 1000));
  const minutes = Math.ceil(seconds / minute);
  const wait = minutes === 1 ? "in a minute" : `in ${minutes} minutes`;
  return new Refusal(429, "rate_limited", `Too many attempts. Please try again ${wait}.`, {
    headers: { "Retry-After": String(seconds) },
  });
}
