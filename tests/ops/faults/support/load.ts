import { setTimeout as wait } from "node:timers/promises";
import { isTrueWithin } from "#server/ops/embedded-postgres/wait.ts";
import type { DatabaseAddress } from "#server/platform/db/database-address.ts";
import { connectTo } from "../../support/database.ts";
import { type Answer, call } from "../../support/visitor.ts";

/** A write is acknowledged by its 201. */
export interface Ledger {
  acknowledged: string[];
  /** The retry found the invitation: saved, response lost. */
  found: string[];
  /** Network errors, 503s, and a balancer's 502s. */
  putOff: number;
  /** Most attempts of a single write. */
  mostTries: number;
  unexpected: string[];
  longestSilenceMs: number;
}

interface Load {
  /** @throws Error after half a minute without enough writes. */
  more(count: number): Promise<void>;
  /** Resolves once a write was put off. @throws Error after that time without one. */
  refused(): Promise<void>;
  /** Finishes the writes in progress. */
  stop(): Promise<Ledger>;
}

const writers = 4;
const pauseMs = 50;
const patienceMs = 40_000;

/** Admins who invite and retry on another process. @param urls of running processes. */
export function startLoad(urls: () => readonly string[], cookie: string): Load {
  const ledger: Ledger = {
    acknowledged: [],
    found: [],
    putOff: 0,
    mostTries: 0,
    unexpected: [],
    longestSilenceMs: 0,
  };
  let isOver = false;
  let lastHeard = performance.now();
  const write = async (email: string, turn: number) => {
    for (let tries = 1; ; tries++) {
      const processes = urls();
      const url = processes[(turn + tries) % processes.length] as string;
      const answer = await call(url, "POST /api/invitations", { email }, cookie).catch(() => undefined);
      ledger.mostTries = Math.max(ledger.mostTries, tries);
      if (answer && answer.status < 500) {
        const now = performance.now();
        ledger.longestSilenceMs = Math.max(ledger.longestSilenceMs, now - lastHeard);
        lastHeard = now;
      }
      if (answer?.status === 201) return ledger.acknowledged.push(email);
      if (answer && isThereAlready(answer) && tries > 1) return ledger.found.push(email);
      if (answer && answer.status !== 502 && answer.status !== 503) {
        return ledger.unexpected.push(`${answer.status} ${JSON.stringify(answer.body)}`);
      }
      ledger.putOff++;
      await wait(pauseMs);
    }
  };
  const work = async (writer: number) => {
    for (let number = 0; !isOver; number++) await write(`load-${writer}-${number}@mail.example`, writer);
  };
  const working = Promise.all(Array.from({ length: writers }, (_, writer) => work(writer)));
  return {
    more: async (count) => {
      const enough = ledger.acknowledged.length + count;
      const deadline = performance.now() + patienceMs;
      while (ledger.acknowledged.length < enough) {
        if (performance.now() > deadline)
          throw new Error(`No progress of the load: ${JSON.stringify(figuresOf(ledger))}`);
        await wait(pauseMs);
      }
    },
    refused: async () => {
      if (!(await isTrueWithin(patienceMs, async () => ledger.putOff > 0))) throw new Error("No write was put off.");
    },
    stop: async () => {
      isOver = true;
      await working;
      return ledger;
    },
  };
}

const isThereAlready = ({ status, body }: Answer): boolean => status === 409 && body.code === "invitation_exists";

/** @returns acknowledged writes without exactly one row, audit row and mail. */
export async function auditLoad(title: string, ledger: Ledger, address: DatabaseAddress) {
  const database = await connectTo(address);
  const { rows } = await database.query<{ email: string; times: number; traces: number; mails: number }>(
    `select i.email, count(distinct i.id)::int as times,
            (select count(*)::int from audit_events a where a.kind = 'invitation_created' and a.subject_id = any(array_agg(i.id))) as traces,
            (select count(*)::int from pgboss.job j where j.data ->> 'invitation_id' = any(array_agg(i.id::text))) as mails
       from invitations i where i.email like 'load-%' group by i.email`,
  );
  await database.end();
  const saved = new Map(rows.map((row) => [row.email, row]));
  const lost = ledger.acknowledged.filter((email) => !saved.has(email));
  const known = new Set([...ledger.acknowledged, ...ledger.found]);
  const doubled = rows.filter(({ times, traces, mails }) => times > 1 || traces > 1 || mails > 1);
  const halved = rows.filter(({ traces, mails }) => traces < 1 || mails < 1);
  const unasked = rows.filter(({ email }) => !known.has(email));
  console.log(
    `${title}: ${JSON.stringify({ ...figuresOf(ledger), lost: lost.length, doubled: doubled.length, halved: halved.length })}`,
  );
  return { lost, doubled, halved, unasked, unexpected: ledger.unexpected };
}

export const nothingAmiss = { lost: [], doubled: [], halved: [], unasked: [], unexpected: [] };

const figuresOf = ({ acknowledged, found, putOff, mostTries, longestSilenceMs }: Ledger) => ({
  acknowledged: acknowledged.length,
  found: found.length,
  putOff,
  mostTries,
  longestSilenceMs: Math.round(longestSilenceMs),
});
