import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { pathToFileURL } from "node:url";

/**
 * Starling's API of version 2 as far as a feed reads it, over real HTTP: tokens with scopes, accounts and their identifiers, balances, and
 * the feed between two moments, in spans of at most 180 days. It was built from programs that others wrote against the bank, and never
 * compared with the bank itself.
 */
export async function startStarlingStandIn({
  port = 0,
  now = () => new Date(),
}: {
  port?: number;
  now?: () => Date;
} = {}) {
  const tokens = new Map<string, { scopes: string[]; accounts: StandInAccount[] }>();
  const requests: string[] = [];
  /** Called before an answer that has lines. */
  const hooks: { beforeFeed?: (() => Promise<unknown>) | undefined } = {};
  let failure: Failure | undefined;
  const server = createServer(async (request, response) => {
    requests.push(request.url ?? "");
    if (request.url?.includes("/transactions-between")) await hooks.beforeFeed?.();
    if (failure?.kind === "cut") {
      request.socket.destroy();
      return;
    }
    const { status, body, headers } = failure ? answersOf[failure.kind](failure) : answer(request);
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));

  function answer({ method, url = "", headers }: IncomingMessage): Answer {
    const token = tokens.get(/^Bearer (\S+)$/.exec(headers.authorization ?? "")?.[1] ?? "");
    if (!token)
      return { status: 401, body: { error: "invalid_token", error_description: "Access token is not valid" } };
    const { pathname, searchParams } = new URL(url, "http://starling.test");
    const parts = /^\/api\/v2\/(.*)$/.exec(pathname)?.[1]?.split("/") ?? [];
    const account = token.accounts.find(({ id }) => parts.includes(id));
    const path = parts.map((part) => (part === account?.id ? "{id}" : part)).join("/");
    const allow = (scopes: readonly string[], give: () => Answer): Answer =>
      scopes.every((scope) => token.scopes.includes(scope))
        ? give()
        : { status: 403, body: { error: "insufficient_scope" } };
    const none = { status: 404, body: { errors: [{ message: "Not found" }], success: false } };
    if (method !== "GET") return { ...none, status: 405 };
    if (path === "identity/token")
      return ok({ accountHolderUid: randomUUID(), scopes: token.scopes, authenticated: true });
    if (path === "accounts")
      return allow(["account:read", "account-list:read"], () => ok({ accounts: token.accounts.map(toAccount) }));
    if (!account) return none;
    if (path === "accounts/{id}/identifiers")
      return allow(["account-identifier:read"], () => ok(toIdentifiers(account)));
    if (path === "accounts/{id}/balance") return allow(["balance:read"], () => ok(toBalances(account)));
    if (path === `feed/account/{id}/category/${account.categoryId}/transactions-between`)
      return allow(["transaction:read"], () => readFeed(account, searchParams));
    return none;
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Paths with their queries, the oldest first. */
    requests,
    hooks,
    /** @param scopes those that a feed needs, unless given. @returns the token. */
    addToken: (accounts: StandInAccount[], scopes = readingScopes): string => {
      const token = `stand-in.${randomUUID()}`;
      tokens.set(token, { scopes: [...scopes], accounts });
      return token;
    },
    setScopes: (token: string, scopes: readonly string[]) => {
      const known = tokens.get(token);
      if (known) known.scopes = [...scopes];
    },
    revoke: (token: string) => tokens.delete(token),
    addAccount: (digits: Digits) => createAccount(digits, now),
    fail: (next: Failure) => {
      failure = next;
    },
    recover: () => {
      failure = undefined;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type StarlingStandIn = Awaited<ReturnType<typeof startStarlingStandIn>>;

interface Failure {
  kind: "cut" | "outage" | "garbled" | "limited";
  /** The number is for `limited`: how long the bank wants to be left alone. */
  seconds?: number;
}

interface Answer {
  status: number;
  body: object | string;
  headers?: Record<string, string>;
}

const ok = (body: object): Answer => ({ status: 200, body });

const answersOf: Record<Exclude<Failure["kind"], "cut">, (failure: Failure) => Answer> = {
  outage: () => ({ status: 503, body: { error: "Service Unavailable" } }),
  garbled: () => ({ status: 200, body: "<html>Sorry</html>" }),
  limited: ({ seconds = 60 }) => ({
    status: 429,
    body: { error: "too_many_requests" },
    headers: { "retry-after": String(seconds) },
  }),
};

export const readingScopes = [
  ...["account:read", "account-list:read", "account-identifier:read", "balance:read", "transaction:read"],
];

interface Digits {
  /** Six digits, as the bank writes it. */
  sortCode: string;
  accountNumber: string;
}

interface Payment {
  name: string;
  reference?: string;
  /** Below 0 for payments out. */
  pence: number;
  at?: Date;
  currency?: string;
}

interface FeedItem {
  feedItemUid: string;
  categoryUid: string;
  amount: { currency: string; minorUnits: number };
  sourceAmount: { currency: string; minorUnits: number };
  direction: "IN" | "OUT";
  updatedAt: string;
  transactionTime: string;
  settlementTime?: string;
  source: string;
  status: string;
  counterPartyType: string;
  counterPartyName: string;
  reference?: string;
  country: string;
  spendingCategory: string;
  hasAttachment: boolean;
}

function createAccount({ sortCode, accountNumber }: Digits, now: () => Date) {
  const [id, categoryId] = [randomUUID(), randomUUID()];
  const items: FeedItem[] = [];
  const find = (uid: string) => {
    const item = items.find(({ feedItemUid }) => feedItemUid === uid);
    if (!item) throw new Error(`There is no item ${uid}.`);
    return item;
  };
  const add = ({ name, reference, pence, at = now(), currency = "GBP" }: Payment, status: string): string => {
    const feedItemUid = randomUUID();
    const amount = { currency, minorUnits: Math.abs(pence) };
    const moment = at.toISOString();
    items.push({
      feedItemUid,
      categoryUid: categoryId,
      amount,
      sourceAmount: amount,
      direction: pence > 0 ? "IN" : "OUT",
      updatedAt: moment,
      transactionTime: moment,
      ...(status === "SETTLED" && { settlementTime: moment }),
      status,
      source: "FASTER_PAYMENTS_IN",
      counterPartyType: "SENDER",
      counterPartyName: name,
      reference,
      country: "GB",
      spendingCategory: "INCOME",
      hasAttachment: false,
    });
    return feedItemUid;
  };
  const change = (uid: string, to: Partial<FeedItem>, at: Date) =>
    Object.assign(find(uid), { ...to, updatedAt: at.toISOString() });
  return {
    id,
    categoryId,
    sortCode,
    accountNumber,
    items,
    /** Settled at once. @returns its id. */
    pay: (payment: Payment) => add(payment, "SETTLED"),
    /** @returns its id, which it keeps. */
    begin: (payment: Payment, status = "PENDING") => add(payment, status),
    settle: (uid: string, at = now()) => change(uid, { status: "SETTLED", settlementTime: at.toISOString() }, at),
    /** A settled one too. */
    reverse: (uid: string, at = now()) => change(uid, { status: "REVERSED" }, at),
  };
}

export type StandInAccount = ReturnType<typeof createAccount>;

const toAccount = ({ id, categoryId }: StandInAccount) => ({
  accountUid: id,
  accountType: "PRIMARY",
  defaultCategory: categoryId,
  currency: "GBP",
  createdAt: "2026-01-05T09:00:00.000Z",
  name: "Business",
});

const toIdentifiers = ({ sortCode, accountNumber }: StandInAccount) => ({
  accountIdentifier: accountNumber,
  bankIdentifier: sortCode,
  iban: `GB00SRLG${sortCode}${accountNumber}`,
  bic: "SRLGGB2L",
  accountIdentifiers: [{ identifierType: "SORT_CODE", bankIdentifier: sortCode, accountIdentifier: accountNumber }],
});

function toBalances({ items }: StandInAccount) {
  const sum = (...states: string[]) =>
    items
      .filter(({ status }) => states.includes(status))
      .reduce((pence, { amount, direction }) => pence + (direction === "IN" ? 1 : -1) * amount.minorUnits, 0);
  const pounds = (minorUnits: number) => ({ currency: "GBP", minorUnits });
  const [cleared, effective] = [sum("SETTLED"), sum("SETTLED", "PENDING")];
  return {
    clearedBalance: pounds(cleared),
    effectiveBalance: pounds(effective),
    acceptedOverdraft: pounds(0),
    pendingTransactions: pounds(effective - cleared),
    amount: pounds(effective),
    totalClearedBalance: pounds(cleared),
    totalEffectiveBalance: pounds(effective),
  };
}

const mostMs = 180 * 24 * 60 * 60 * 1000;

function readFeed({ items }: StandInAccount, query: URLSearchParams): Answer {
  const at = (name: string) => Date.parse(query.get(name) ?? "");
  const [from, to] = [at("minTransactionTimestamp"), at("maxTransactionTimestamp")];
  const refuse = (message: string) => ({ status: 400, body: { errors: [{ message }], success: false } });
  if (Number.isNaN(from) || Number.isNaN(to)) return refuse("INVALID_TIMESTAMP");
  if (to - from > mostMs) return refuse("QUERY_EXCEEDING_MAX_TIME_RANGE");
  const isAsked = ({ transactionTime }: FeedItem) => {
    const moment = Date.parse(transactionTime);
    return moment >= from && moment <= to;
  };
  const newestFirst = (one: FeedItem, other: FeedItem) => (one.transactionTime < other.transactionTime ? 1 : -1);
  return ok({ feedItems: items.filter(isAsked).toSorted(newestFirst) });
}

/** `npx tsx tests/support/starling-stand-in.ts 4010`, for a sample club that was started with TEST_BANK_URL. */
if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const bank = await startStarlingStandIn({ port: Number(process.argv[2] ?? 4010) });
  const account = bank.addAccount({
    sortCode: process.argv[3] ?? "102030",
    accountNumber: process.argv[4] ?? "00001234",
  });
  process.stdout.write(`${bank.url}\n${bank.addToken([account])}\n`);
}
