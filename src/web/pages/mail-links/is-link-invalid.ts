import { ApiError } from "#web/lib/api.ts";

/** Whether the server refused the token: one that was cut or padded on its way is refused for its length. */
export function isLinkInvalid(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { code, errors } = error.problem;
  return code === "invalid_token" || errors?.some(({ path }) => path === "token") === true;
}
