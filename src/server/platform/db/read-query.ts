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

const prepared = new WeakSet<Connection>();

/** Pipelines settings and statement in one implicit transaction: after an error PostgreSQL skips the rest. */
export class ReadQuery extends Query {
  /** Whether responses still belong to the settings. */
  #isTakingOn: boolean;

  /** @param settings null reads as the owner. */
  constructor(
    settings: readonly [role: string, userId: string, adminRights: string, now: string] | null,
    config: QueryConfig,
    callback: (error: Error | undefined, result: QueryResult) => void,
  ) {
    super(config, callback as never);
    this.#isTakingOn = settings !== null;
    const submitStatement = this.submit.bind(this);
    this.submit = (connection) => {
      // One socket write instead of one per message.
      connection.stream.cork();
      if (settings) sendSettings(connection, settings);
      const refused = submitStatement(connection);
      connection.stream.uncork();
      return refused;
    };
  }

  override handleDataRow(message: unknown): void {
    if (!this.#isTakingOn) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#isTakingOn) this.#isTakingOn = false;
    else super.handleCommandComplete(message, connection);
  }
}

function sendSettings(connection: Connection, values: readonly string[]): void {
  if (!prepared.has(connection)) connection.parse({ ...takeOnActor, types: [] }, true);
  prepared.add(connection);
  connection.bind({ statement: takeOnActor.name, values: [...values] } as never, true);
  connection.execute({}, true);
}
