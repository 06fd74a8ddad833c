import type { Context } from "hono";
import type { Environment } from "../../context.ts";

interface Trouble {
  message?: unknown;
  /** From openid-client or Node. */
  code?: unknown;
  /** OAuth error, such as invalid_client. */
  error?: unknown;
  cause?: { code?: unknown };
  stack?: unknown;
}

/** Logs codes only: the error may contain personal data. */
export function logGoogleError(c: Context<Environment>, error: unknown): void {
  const { message, code, error: providerCode, cause, stack } = (error ?? {}) as Trouble;
  c.var.log.error(
    { reason: message, code: code ?? cause?.code, provider_code: providerCode, stack },
    "Google sign-in failed",
  );
}
