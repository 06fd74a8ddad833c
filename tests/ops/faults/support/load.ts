import { setTimeout as wait } from "node:timers/promises";
import type { DatabaseAddress } from "#server/platform/db/database-address.ts";
import { connectTo } from "../../support/database.ts";
import { type Answer, call } from "../../support/visitor.ts";

/** What was asked for and what was answered: an e-mail is acknowledged once the club has said 201 to its invitation. */
export interface Ledger {
  acknowledged: string[];
  /** Nobody said 201, yet a second try found the invitation there: saved, and the answer lost on the way. */
  found: string[];
  /** Tries that met nobody, or a club that asked to come back later. */
  putOff: number;
  /** How many tries in a row the unluckiest write needed. */
  mostTries: number;
  unexpected: string[];
  longestSilenceMs: number;
}

interface Load {
  /** Waits until so many more writes have been acknowledged. @throws Error when that takes over half a minute. */
  more(count: number): Promise<void>;
  /** Lets every writer finish the write it is at, however many tries that takes. */
  stop(): Promise<Ledger>;
}

const writers = 4;
const pauseMs = 50;
const patienceMs = 40_000;

/**
 * Admins who invite without a pause, each a new e-mail, and try again what was not answered, at another process if there
 * is one. @param urls where the club's processes can be reached just now.
 */
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
      if (answer && answer.status !== 503) {
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
          throw new Error(`The load stands still: ${JSON.stringify(figuresOf(ledger))}`);
        await wait(pauseMs);
      }
    },
    stop: async () => {
      isOver = true;
      await working;
      return ledger;
    },
  };
}

const isThereAlready = ({ status, body }: Answer): boolean => status === 409 && body.code === "invitation_exists";

/** Counts each acknowledged write with all it leaves behind, prints the figures, and answers what is not there exactly once. */
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
