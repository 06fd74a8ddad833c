/** SQLSTATE of the errors that routes answer to. */
const uniqueViolation = "23505";
const foreignKeyViolation = "23503";
const insufficientPrivilege = "42501";

const unreachable = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "ENOTFOUND",
  "ETIMEDOUT",
  "EPIPE",
  "EHOSTUNREACH",
  // PostgreSQL's own: shutting down, crashed, starting up, read-only after a failover.
  "57P01",
  "57P02",
  "57P03",
  "25006",
]);

/** What pg says of connections it lost or did not get, without a code. */
const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

export const sqlState = (error: unknown): string | undefined => (error as { code?: string } | null)?.code;

export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === uniqueViolation;

/** @param constraint the end of its name. */
export const isForeignKeyViolation = (error: unknown, constraint: string): boolean =>
  sqlState(error) === foreignKeyViolation &&
  Boolean((error as { constraint?: string }).constraint?.endsWith(constraint));
/**
 * Whether a policy or a function of ours refused what a route had let through: the person's rights were taken meanwhile.
 * PostgreSQL's own "permission denied" is a grant that we forgot, and stays unexpected.
 */
export const isRightLost = (error: unknown): boolean =>
  sqlState(error) === insufficientPrivilege && error instanceof Error && !error.message.startsWith("permission denied");

/** Whether the database, and not the statement, is what failed: worth a 503 and another try. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = sqlState(error);
  // Classes 08, no connection, and 53, out of connections, memory or disk.
  if (code !== undefined) return unreachable.has(code) || /^(08|53)/.test(code);
  return error instanceof Error && lostConnection.test(error.message);
}
