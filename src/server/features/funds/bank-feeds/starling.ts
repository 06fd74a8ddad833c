import { z } from "zod";
import { feedScopes } from "#shared/funds/bank-feeds-messages.ts";
import { londonDate } from "#shared/london-time.ts";
import { clean } from "../bank-files/bank-file.ts";
import { type AccountDigits, type BankFeed, BankFeedError, type FeedLine } from "./bank-feed.ts";

/** The only addresses of a real club. */
export const starlingAddresses = {
  live: "https://api.starlingbank.com",
  sandbox: "https://api-sandbox.starlingbank.com",
} as const;

interface Options {
  address: string;
  token: string;
  now: () => Date;
  timeoutMs?: number;
}

const dayMs = 24 * 60 * 60 * 1000;
/** Starling refuses spans of more than about half a year. */
const mostDays = 90;
const mostBytes = 8 * 1024 * 1024;

/** It becomes a part of addresses. */
const idSchema = z.string().regex(/^[\w-]{1,100}$/);
const tokenSchema = z.object({ scopes: z.array(z.string()) });
const accountsSchema = z.object({
  accounts: z.array(z.object({ accountUid: idSchema, defaultCategory: idSchema, currency: z.string() })),
});
const identifiersSchema = z.object({ accountIdentifier: z.string(), bankIdentifier: z.string() });
const moneySchema = z.object({ currency: z.literal("GBP"), minorUnits: z.int() });
const balanceSchema = z.object({ clearedBalance: moneySchema });
const feedSchema = z.object({
  feedItems: z.array(
    z.object({
      feedItemUid: idSchema,
      amount: moneySchema.extend({ minorUnits: z.int().min(0) }),
      direction: z.enum(["IN", "OUT"]),
      status: z.string(),
      transactionTime: z.iso.datetime({ offset: true }),
      settlementTime: z.iso.datetime({ offset: true }).nullish(),
      updatedAt: z.iso.datetime({ offset: true }).nullish(),
      counterPartyName: z.string().nullish(),
      reference: z.string().nullish(),
    }),
  ),
});
type FeedItem = z.infer<typeof feedSchema>["feedItems"][number];

/** Starling's API of version 2, as its users' programs call it; this one was never run against the bank itself. */
export function openStarling({ address, token, now, timeoutMs = 10_000 }: Options): BankFeed {
  const get = async <Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>> => {
    const parsed = schema.safeParse(await fetchJson(`${address}/api/v2${path}`, { token, timeoutMs, now }));
    if (!parsed.success) throw unreadable(parsed.error.issues[0]?.path.join("."));
    return parsed.data;
  };
  return {
    account: async (digits) => {
      const { scopes } = await get("/identity/token", tokenSchema);
      assertScopes(scopes);
      const { accounts } = await get("/accounts", accountsSchema);
      for (const { accountUid, defaultCategory, currency } of accounts) {
        if (currency !== "GBP") continue;
        const found = await get(`/accounts/${accountUid}/identifiers`, identifiersSchema);
        if (isAccount(found, digits)) return { ...digits, id: accountUid, category_id: defaultCategory };
      }
      throw new BankFeedError("other_account");
    },
    balance: async ({ id }) => (await get(`/accounts/${id}/balance`, balanceSchema)).clearedBalance.minorUnits,
    lines: async ({ id, category_id }, since) => {
      // A line at the edge of two spans is in both.
      const lines = new Map<string, FeedLine>();
      for (const [from, to] of spansOf(since, now())) {
        const query = new URLSearchParams({
          minTransactionTimestamp: from.toISOString(),
          maxTransactionTimestamp: to.toISOString(),
        });
        const path = `/feed/account/${id}/category/${category_id}/transactions-between?${query}`;
        for (const item of (await get(path, feedSchema)).feedItems)
          if (item.amount.minorUnits > 0) lines.set(item.feedItemUid, toLine(item));
      }
      return [...lines.values()];
    },
  };
}

function assertScopes(scopes: readonly string[]): void {
  const wanted = new Set<string>(feedScopes);
  const more = scopes.filter((scope) => !wanted.has(scope));
  if (more.length > 0) throw new BankFeedError("too_many_scopes", { scopes: more.slice(0, 20).map(clean) });
  const missing = feedScopes.filter((scope) => !scopes.includes(scope));
  if (missing.length > 0) throw new BankFeedError("missing_scopes", { scopes: missing });
}

const isAccount = (found: z.infer<typeof identifiersSchema>, digits: AccountDigits): boolean =>
  found.accountIdentifier === digits.account_number &&
  found.bankIdentifier.replaceAll("-", "") === digits.sort_code.replaceAll("-", "");

function spansOf(since: Date, until: Date): [Date, Date][] {
  const spans: [Date, Date][] = [];
  for (let from = since; from < until; from = new Date(from.getTime() + mostDays * dayMs))
    spans.push([from, new Date(Math.min(from.getTime() + mostDays * dayMs, until.getTime()))]);
  return spans;
}

function toLine(item: FeedItem): FeedLine {
  const { feedItemUid: id, amount, direction, status, transactionTime, settlementTime, updatedAt } = item;
  const isSettled = status === "SETTLED";
  const dayOf = (moment: string) => londonDate(new Date(moment));
  return {
    id,
    state: isSettled ? "settled" : status === "PENDING" ? "pending" : "other",
    day: dayOf(settlementTime ?? transactionTime),
    changed_on: dayOf(updatedAt ?? settlementTime ?? transactionTime),
    amount_pence: direction === "IN" ? amount.minorUnits : -amount.minorUnits,
    payer: clean(item.counterPartyName ?? ""),
    reference: clean(item.reference ?? ""),
  };
}

interface Request extends Pick<Options, "token" | "now"> {
  timeoutMs: number;
}

async function fetchJson(url: string, { token, timeoutMs, now }: Request): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, accept: "application/json" };
  try {
    // A redirect could lead the token to another host.
    const response = await fetch(url, { headers, redirect: "error", signal: AbortSignal.timeout(timeoutMs) });
    if (response.status === 200) return parse(await readText(response));
    await response.body?.cancel();
    throw refusalOf(response, now());
  } catch (error) {
    throw error instanceof BankFeedError ? error : new BankFeedError("unreachable");
  }
}

function refusalOf({ status, headers }: Response, now: Date): BankFeedError {
  if (status === 401 || status === 403) return new BankFeedError("access_ended");
  if (status !== 429)
    return new BankFeedError(status >= 500 ? "unreachable" : "unreadable", { message: `HTTP ${status}` });
  const text = headers.get("retry-after") ?? "";
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return new BankFeedError("rate_limited", ms > 0 ? { retryAfterMs: ms } : {});
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > mostBytes) throw unreadable("too long");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable("no JSON");
  }
}

const unreadable = (what = "") => new BankFeedError("unreadable", { message: `unreadable: ${what}` });
