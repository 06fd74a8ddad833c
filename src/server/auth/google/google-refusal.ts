import { type GoogleErrorCode, googleMessages } from "#shared/google-messages.ts";

/** Why nobody is signed in by Google; it becomes the address that the browser is sent to. */
export class GoogleRefusal extends Error {
  override name = "GoogleRefusal";
  readonly code: GoogleErrorCode;
  constructor(code: GoogleErrorCode) {
    super(googleMessages[code]);
    this.code = code;
  }
}
