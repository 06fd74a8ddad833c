import { createHash } from "node:crypto";
import { type CompiledQuery, type DatabaseConnection, DefaultQueryExecutor, Kysely, PostgresDialect } from "kysely";
import type { Pool } from "pg";
import type { DB } from "./database.generated.ts";
import { ReadQuery } from "./read-query.ts";
import type { Replica } from "./replica.ts";
import { runQuery } from "./replica.ts";
import type { Actor } from "./types.ts";

/**
 * Read-only with the actor's rights, or as the owner. One round trip per prepared statement: no user input in its text.
 */
export type ReadAs = (actor: Actor | "owner") => Kysely<DB>;

export function createReadAs(pool: Pool, isPrepared = true, replica?: Replica): ReadAs {
  const dialect = new PostgresDialect({ pool });
  const driver = dialect.createDriver();
  const adapter = dialect.createAdapter();
  const compiler = dialect.createQueryCompiler();
  const nameOf = createNames();
  const toConfig = (query: CompiledQuery) => ({
    // Without a name nothing is prepared, as behind a pooler; the protocol is the same, so both statements are one transaction.
    ...(isPrepared && { name: nameOf(query.sql) }),
    text: query.sql,
    values: [...query.parameters],
    queryMode: "extended",
  });
  const execute = async (actor: Actor | "owner", query: CompiledQuery) => {
    const { settings, asOf } =
      actor === "owner" ? { settings: null } : { settings: settingsOf(actor), asOf: actor.asOf };
    const config = toConfig(query);
    const there = settings && asOf ? await replica?.read(settings, config, asOf) : undefined;
    return there ?? runQuery(pool, (done) => new ReadQuery(settings, config, done, { isPrepared }));
  };
  return (actor) => {
    const connection = { executeQuery: (query: CompiledQuery) => execute(actor, query), streamQuery: refuseStream };
    const provider = {
      provideConnection: <T>(use: (connection: DatabaseConnection) => Promise<T>) =>
        use(connection as DatabaseConnection),
    };
    const executor = new DefaultQueryExecutor(compiler, adapter, provider);
    return new Kysely<DB>({ config: { dialect }, dialect, driver, executor });
  };
}

/** Bounds memory per connection; statements beyond it are not prepared. */
const mostPrepared = 200;

function createNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known || names.size >= mostPrepared) return known;
    const name = createHash("sha1").update(text).digest("base64url");
    names.set(text, name);
    return name;
  };
}

function refuseStream(): never {
  throw new Error("Reads are answered whole.");
}

/** Read by the row-level policies. */
export const settingsOf = ({ userId, isAdminWithheld = false, at }: Actor) =>
  [
    userId === null ? "club_visitor" : "club_member",
    userId ?? "",
    isAdminWithheld ? "withheld" : "",
    at?.toISOString() ?? "",
  ] as const;
