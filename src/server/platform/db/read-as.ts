import { createHash } from "node:crypto";
import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  Kysely,
  PostgresDialect,
  type QueryResult,
} from "kysely";
import type { Pool } from "pg";
import { settingsOf } from "./actor-settings.ts";
import type { DB } from "./database.generated.ts";
import { ReadQuery } from "./read-query.ts";
import type { Actor } from "./types.ts";

/**
 * What reads with the actor's rights and nobody else's, in a transaction that may not write, or as the owner. Each
 * statement stands alone, costs one round trip, and is prepared once per connection: its text must not hold what people
 * typed.
 */
export type ReadAs = (actor: Actor | "owner") => Kysely<DB>;

export function createReadAs(pool: Pool): ReadAs {
  const dialect = new PostgresDialect({ pool });
  const driver = dialect.createDriver();
  const adapter = dialect.createAdapter();
  const compiler = dialect.createQueryCompiler();
  return (actor) => {
    const connection = { executeQuery: (query: CompiledQuery) => read(pool, actor, query), streamQuery: refuseStream };
    const provider = {
      provideConnection: <T>(use: (connection: DatabaseConnection) => Promise<T>) =>
        use(connection as DatabaseConnection),
    };
    const executor = new DefaultQueryExecutor(compiler, adapter, provider);
    return new Kysely<DB>({ config: { dialect }, dialect, driver, executor });
  };
}

async function read(pool: Pool, actor: Actor | "owner", query: CompiledQuery): Promise<QueryResult<unknown>> {
  const client = await pool.connect();
  return new Promise((resolve, reject) => {
    const settings = actor === "owner" ? null : settingsOf(actor);
    const config = { name: nameOf(query.sql), text: query.sql, values: [...query.parameters] };
    client.query(
      new ReadQuery(settings, config, (error, result) => {
        // After an error nobody knows which of the two statements this connection has prepared.
        client.release(error);
        if (error) reject(error);
        else resolve({ rows: result.rows });
      }),
    );
  });
}

/** More texts than all reads of the club have; the ones beyond are not prepared, so that a connection's memory is bounded. */
const mostPrepared = 200;
const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= mostPrepared) return known;
  const name = createHash("sha1").update(text).digest("base64url");
  names.set(text, name);
  return name;
}

function refuseStream(): never {
  throw new Error("Reads are answered whole.");
}
