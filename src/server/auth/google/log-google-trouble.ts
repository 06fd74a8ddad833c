import type { Context } from "hono";
import type { Environment } from "../../context.ts";

interface Trouble {
  message?: unknown;
  /** openid-client's own code, or Node's. */
  code?: unknown;
  /** Google's, such as invalid_client for a wrong secret. */
  error?: unknown;
  cause?: { code?: unknown };
  stack?: unknown;
}

/** For the operator. The error itself is left out, since it can hold what Google says of a person. */
export function logGoogleError(c: Context<Environment>, error: unknown): void {
  const { message, code, error: providerCode, cause, stack } = (error ?? {}) as Trouble;
  c.var.log.error(
    { reason: message, code: code ?? cause?.code, provider_code: providerCode, stack },
    "signing in with Google failed",
  );
}
