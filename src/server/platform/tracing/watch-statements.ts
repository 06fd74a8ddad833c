import type { Pool } from "pg";

/** @returns what to call at its end; undefined for a statement that nobody follows. */
type BeginStatement = (text: string) => ((error?: unknown) => void) | undefined;

interface Submitted {
  text?: string;
  submit: unknown;
  callback?: (error: unknown, result: unknown) => void;
}

/** Every statement that goes over a connection of the pool: its text, which holds no parameters, and its end. */
export function watchStatements(pool: Pool, begin: BeginStatement): void {
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    const watched = (given: string | Submitted, ...more: unknown[]) => {
      const end = begin(typeof given === "string" ? given : (given.text ?? ""));
      if (!end) return query(given, ...more);
      if (typeof given !== "string") {
        const { callback } = given;
        given.callback = (error, result) => {
          end(error);
          callback?.(error, result);
        };
        return query(given);
      }
      const answer = query(given, ...more) as Promise<unknown>;
      answer.then(() => end(), end);
      return answer;
    };
    client.query = watched as typeof client.query;
  });
}
