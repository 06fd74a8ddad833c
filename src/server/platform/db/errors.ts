const uniqueViolation = "23505";
const foreignKeyViolation = "23503";
const checkViolation = "23514";
const insufficientPrivilege = "42501";

const unreachable = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "ENOTFOUND",
  "ETIMEDOUT",
  "EPIPE",
  "EHOSTUNREACH",
  // Shutdown, crash, startup, read-only after a failover.
  "57P01",
  "57P02",
  "57P03",
  "25006",
]);

/** pg's messages without a code. */
const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

export const sqlState = (error: unknown): string | undefined => (error as { code?: string } | null)?.code;

export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === uniqueViolation;

/** @param constraint suffix of its name. */
export const isForeignKeyViolation = (error: unknown, constraint: string): boolean =>
  sqlState(error) === foreignKeyViolation &&
  Boolean((error as { constraint?: string }).constraint?.endsWith(constraint));
export const isCheckViolation = (error: unknown, constraint: string): boolean =>
  sqlState(error) === checkViolation && (error as { constraint?: string }).constraint === constraint;

/** A constraint that a schema should have known before: the request is refused, and it is logged for us to mend. */
export const isAnyCheckViolation = (error: unknown): boolean => sqlState(error) === checkViolation;

/** U+0000, which neither a text nor JSON can hold, or another character that the encoding lacks. */
export const isUnstorableText = (error: unknown): boolean => unstorable.has(sqlState(error) ?? "");

const unstorable = new Set(["22021", "22P05"]);

/** A policy or function refused: rights revoked meanwhile. A missing grant has another message and stays unexpected. */
export const isRightLost = (error: unknown): boolean =>
  sqlState(error) === insufficientPrivilege && error instanceof Error && !error.message.startsWith("permission denied");

/**
 * A refusal that a function or trigger raises: `raise sqlstate 'KC001' using message = 'payment_closed'`, with a
 * reason of `refusals.ts` as its message and, where its words have figures, JSON as its detail.
 */
export const raisedRefusal = (error: unknown): { reason: string; detail: Record<string, unknown> } | undefined => {
  if (sqlState(error) !== "KC001") return undefined;
  const { message, detail } = error as { message: string; detail?: string };
  return { reason: message, detail: detail ? JSON.parse(detail) : {} };
};

/** Server at fault, not the statement: 503 and retry. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = sqlState(error);
  // Class 08: connection; 53: insufficient resources.
  if (code !== undefined) return unreachable.has(code) || /^(08|53)/.test(code);
  return error instanceof Error && lostConnection.test(error.message);
}
