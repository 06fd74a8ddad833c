import { signInRefusals } from "#shared/sign-in-messages.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { refuseBadInput } from "../../router.ts";

type Checked = Parameters<typeof refuseBadInput>[0] & { data?: unknown };

/** Replaces the schema error for a missing e-mail or password. */
export function assertCredentials(checked: Checked): undefined {
  const { email, password } = Object(checked.data) as { email?: unknown; password?: unknown };
  if (isMissing(email) || isMissing(password)) {
    throw new HttpError(400, "missing_credentials", signInRefusals.missingCredentials);
  }
  refuseBadInput(checked);
}

const isMissing = (value: unknown) => value === undefined || value === null || value === "";
