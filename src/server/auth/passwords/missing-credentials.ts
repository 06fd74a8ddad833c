import { signInRefusals } from "#shared/sign-in-refusals.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { refuseBadInput } from "../../router.ts";

type Checked = Parameters<typeof refuseBadInput>[0] & { data?: unknown };

/** Beside the usual check of input: whoever leaves out the e-mail or the password is told so in words of its own. */
export function assertCredentials(checked: Checked): undefined {
  const { email, password } = Object(checked.data) as { email?: unknown; password?: unknown };
  if (isMissing(email) || isMissing(password)) {
    throw new HttpError(400, "missing_credentials", signInRefusals.missingCredentials);
  }
  refuseBadInput(checked);
}

const isMissing = (value: unknown) => value === undefined || value === null || value === "";
