import { type GoogleErrorCode, googleMessages } from "#shared/google-messages.ts";

/** Becomes an error parameter of the redirect. */
export class GoogleRefusal extends Error {
  override name = "GoogleRefusal";
  readonly code: GoogleErrorCode;
  constructor(code: GoogleErrorCode) {
    super(googleMessages[code]);
    this.code = code;
  }
}
