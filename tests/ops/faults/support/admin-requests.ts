import { setTimeout as wait } from "node:timers/promises";
import { type Answer, call } from "../../support/visitor.ts";

export interface AdminAtWork {
  id: string;
  cookie: string;
}

export interface RequestOutcomes {
  /** Refused, as the other admin or a request whose answer was lost had done it. */
  refused: number;
  /** Network errors and 503s. */
  putOff: number;
  unexpected: string[];
}

const pauseMs = 50;
const patienceMs = 90_000;
const otherWasFirst = [
  ...["already_posted", "not_called", "payment_closed", "file_already_imported", "balance_differs"],
  ...["company_not_called_back", "completion_unmet", "deal_not_open", "revision_conflict"],
];
const mayRefuseFields = /\/(match|unmatch|refunds|returns)$/;

/** Retries until a process answers. */
export function adminRequests(urls: () => readonly string[], { cookie }: AdminAtWork, outcomes: RequestOutcomes) {
  const ask = async (route: string, body?: unknown): Promise<Answer> => {
    for (const deadline = performance.now() + patienceMs; performance.now() < deadline; await wait(pauseMs)) {
      const processes = urls();
      const url = processes[Math.floor(Math.random() * processes.length)] as string;
      const answer = await call(url, route, body, cookie).catch(() => undefined);
      if (answer && answer.status !== 503) return answer;
      outcomes.putOff++;
    }
    throw new Error(`Nobody answers ${route}: ${JSON.stringify(outcomes.unexpected)}`);
  };
  return {
    read: async <Body>(path: string): Promise<Body> => {
      const { status, body } = await ask(`GET ${path}`);
      if (status !== 200) throw new Error(`${path} answers ${status}: ${JSON.stringify(body)}`);
      return body;
    },
    /** @returns what was done; undefined where it was refused. */
    post: async <Body>(path: string, body?: unknown): Promise<Body | undefined> => {
      const answer = await ask(`POST ${path}`, body);
      if (answer.status < 300) return answer.body;
      const isRefusal = answer.status === 409 && otherWasFirst.includes(answer.body.code);
      if (isRefusal || (answer.status === 422 && mayRefuseFields.test(path))) outcomes.refused++;
      else outcomes.unexpected.push(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return undefined;
    },
  };
}

export type AdminRequests = ReturnType<typeof adminRequests>;
