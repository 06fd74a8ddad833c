import { type Connection, Query, type QueryConfig, type QueryResult } from "pg";

declare module "pg" {
  interface Query {
    handleDataRow(message: unknown): void;
    handleCommandComplete(message: unknown, connection: Connection): void;
  }
}

const takeOnActor = {
  name: "take_on_actor",
  // Read-only first, so nothing after it can write.
  text: `select set_config('transaction_read_only', 'on', true), set_config('role', $1, true),
                set_config('app.user_id', $2, true), set_config('app.admin_rights', $3, true),
                set_config('app.now', $4, true)`,
};

/** The same on a replica, and whether it holds all up to a place of the primary's log. One that was promoted does not. */
const takeOnActorThere = {
  name: "take_on_actor_there",
  text: `${takeOnActor.text}, pg_is_in_recovery() and coalesce(pg_last_wal_replay_lsn() >= $5::pg_lsn, false)`,
};
const isRecentColumn = 5;

export type Settings = readonly [role: string, userId: string, adminRights: string, now: string];

const prepared = new WeakSet<Connection>();

/** Pipelines settings and statement in one implicit transaction: after an error PostgreSQL skips the rest. */
export class ReadQuery extends Query {
  /** It is true while responses still belong to the settings. */
  #isTakingOn: boolean;
  /** It is true where a replica did not hold the rows that it should: its rows are old. */
  isBehind = false;

  /** @param settings null reads as the owner. asOf: for a replica, and not for the primary. */
  constructor(
    settings: Settings | null,
    config: QueryConfig,
    callback: (error: Error | undefined, result: QueryResult) => void,
    { asOf, isPrepared = true }: { asOf?: string; isPrepared?: boolean } = {},
  ) {
    super(config, callback as never);
    this.#isTakingOn = settings !== null;
    const submitStatement = this.submit.bind(this);
    this.submit = (connection) => {
      // The socket is written once instead of once per message.
      connection.stream.cork();
      if (settings) sendSettings(connection, asOf ? [...settings, asOf] : settings, isPrepared);
      const refused = submitStatement(connection);
      connection.stream.uncork();
      return refused;
    };
  }

  override handleDataRow(message: unknown): void {
    if (!this.#isTakingOn) super.handleDataRow(message);
    else this.isBehind = (message as { fields: string[] }).fields[isRecentColumn] === "f";
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#isTakingOn) this.#isTakingOn = false;
    else super.handleCommandComplete(message, connection);
  }
}

function sendSettings(connection: Connection, values: readonly string[], isPrepared: boolean): void {
  const { name, text } = values.length > isRecentColumn - 1 ? takeOnActorThere : takeOnActor;
  const statement = isPrepared ? name : "";
  if (!isPrepared || !prepared.has(connection)) connection.parse({ name: statement, text, types: [] }, true);
  if (isPrepared) prepared.add(connection);
  connection.bind({ statement, values: [...values] } as never, true);
  connection.execute({}, true);
}
