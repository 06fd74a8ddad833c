import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DB } from "../db/database.generated.ts";
import { type HttpError, notFound } from "./http-error.ts";
import { asRaised } from "./refusals.ts";

/** A function of the database that raises what it refuses. @param what is not there where it answers null. @throws HttpError 404 */
export async function runCommand<Answer>(db: Kysely<DB>, call: RawBuilder<unknown>, what: string): Promise<Answer> {
  const { rows } = await sql<{ answer: Answer | null }>`select ${call} as answer`.execute(db);
  const answer = rows[0]?.answer ?? null;
  if (answer === null) throw notFound(what);
  return answer;
}

interface Retelling {
  /** Every reason is retold without them. */
  reasons?: readonly string[];
  /** Asked once the failed transaction is undone. */
  tell: (refusal: HttpError, detail: Record<string, unknown>) => Promise<HttpError>;
}

/** For a refusal that tells more than the database raised with it, such as the present record. */
export async function retellRaised<Result>({ reasons, tell }: Retelling, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const raised = asRaised(error);
    throw raised && (reasons?.includes(raised.reason) ?? true) ? await tell(raised.refusal, raised.detail) : error;
  }
}

/**
 * Adds the present record to a 409 that the database raised, for a form that shows it.
 * @param read in a transaction of its own: the one that failed reads nothing any more.
 */
export const withPresentRecord = <Changed>(
  change: () => Promise<Changed>,
  read: () => Promise<object | undefined>,
): Promise<Changed> =>
  retellRaised(
    {
      tell: async (refusal) => {
        const record = refusal.status === 409 ? await read() : undefined;
        return record ? refusal.with({ record }) : refusal;
      },
    },
    change,
  );
