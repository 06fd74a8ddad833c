import type { ClientBase } from "pg";

/** The connection for somebody who begins and commits transactions of their own, all of them within the one it is in. */
export function withinTransaction(client: ClientBase): ClientBase {
  const query = (text: string, values?: unknown[]) => client.query(/^(BEGIN|COMMIT);?$/.test(text) ? "" : text, values);
  return Object.create(client, { query: { value: query } });
}
