import { z } from "zod";
import { signInMessages } from "./account/sign-in-messages.ts";
import { invitationSchema } from "./invitations/invitations.ts";
import { namedObject } from "./named-object.ts";

/** Every `code`, which clients switch on, with its status where a route does not say another one. */
export const statuses = {
  "23505": 409,
  above_maximum: 422,
  account_exists: 409,
  account_frozen: 423,
  account_in_use: 409,
  account_short: 409,
  act_changed: 409,
  act_closed: 409,
  act_not_ready: 409,
  act_not_yet: 423,
  admin_required: 403,
  allocation_final: 409,
  already_committed: 409,
  already_posted: 409,
  already_reviewed: 409,
  api_key_closed: 403,
  api_key_invalid: 401,
  bad_request: 400,
  balance_differs: 409,
  balance_gap: 422,
  bank_unavailable: 503,
  below_minimum: 422,
  body_too_large: 413,
  call_closed: 409,
  call_not_open: 409,
  certificate_mismatch: 422,
  company_not_called_back: 409,
  completion_unmet: 409,
  content_required: 409,
  contradiction: 422,
  cooling_off: 423,
  country_not_allowed: 403,
  database_unavailable: 503,
  deal_not_open: 409,
  deal_version_closed: 409,
  deals_disabled: 409,
  deletion_requested: 409,
  document_not_ready: 409,
  document_replaced: 409,
  email_not_verified: 403,
  email_taken: 409,
  event_answered: 409,
  event_closed: 409,
  event_full: 409,
  event_not_begun: 409,
  figure_below_threshold: 422,
  figure_not_rounded: 422,
  file_already_imported: 409,
  file_infected: 422,
  file_type_refused: 422,
  files_busy: 503,
  files_unavailable: 503,
  forbidden: 403,
  foreign_origin: 403,
  fresh_sign_in_required: 403,
  form_replaced: 409,
  google_not_configured: 404,
  google_unavailable: 503,
  internal_error: 500,
  introduction_answered: 409,
  introduction_not_possible: 409,
  invalid_body: 422,
  invalid_code: 400,
  invalid_credentials: 400,
  invalid_jwt: 400,
  invalid_token: 400,
  invitation_exists: 409,
  invitation_invalid: 422,
  invitation_used: 409,
  invitation_expired: 409,
  last_way_in: 409,
  ledger_mismatch: 409,
  line_of_other_deal: 409,
  mailing_closed: 409,
  membership_ended: 403,
  membership_in_round: 409,
  membership_rejected: 403,
  membership_required: 403,
  membership_suspended: 403,
  method_not_allowed: 405,
  missing_credentials: 400,
  no_commitments: 409,
  no_password: 409,
  no_valid_members: 422,
  not_a_member: 409,
  not_called: 409,
  not_found: 404,
  oversold: 409,
  own_record: 409,
  own_request: 409,
  own_role: 409,
  pages_busy: 503,
  passkey_invalid: 400,
  passkey_taken: 409,
  passwords_busy: 503,
  payment_closed: 409,
  person_is_admin: 409,
  person_not_eligible: 409,
  picture_gone: 422,
  picture_unreadable: 422,
  pictures_busy: 503,
  profile_not_found: 404,
  question_closed: 409,
  range_not_satisfiable: 416,
  rate_limited: 429,
  record_incomplete: 409,
  revision_conflict: 409,
  sample_wording: 409,
  second_person_required: 403,
  session_missing: 401,
  setup_closed: 409,
  sign_in_again: 403,
  signature_mismatch: 422,
  slug_taken: 409,
  statement_closed: 409,
  statement_expired: 403,
  statement_form_closed: 409,
  statement_in_review: 403,
  statement_required: 403,
  statement_unreadable: 409,
  stopping: 503,
  submission_changed: 409,
  terms_changed: 409,
  too_many_api_keys: 409,
  too_many_entries: 409,
  too_many_passkeys: 409,
  too_many_questions: 409,
  too_young: 403,
  top_up_closed: 409,
  totp_required: 401,
  two_factor_expired: 401,
  two_factor_required: 403,
  two_factor_setup_required: 403,
  unknown_bank_format: 422,
  version_exists: 409,
  version_stale: 409,
  weak_password: 422,
  webhook_off: 409,
  wrong_password: 400,
} as const;

export type ErrorCode = keyof typeof statuses;

const fieldErrorSchema = z.object({
  /** The path is such as "email" or "expertise.3". */
  path: z.string(),
  message: z.string(),
});

/** application/problem+json (RFC 9457). */
export const problemSchema = namedObject("Problem", {
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: z.enum(Object.keys(statuses) as ErrorCode[]),
  errors: z.array(fieldErrorSchema).optional(),
  /** The code `internal_error` alone has it: it finds the error in the log. */
  request_id: z.string().optional(),
  /** The code `weak_password` alone has it. */
  reasons: z.array(z.string()).optional(),
  /** The code `second_person_required` alone has it: it says why the caller is not the second person. */
  reason: z.string().optional(),
  /** The code `invitation_exists` alone has it. */
  invitation: invitationSchema.optional(),
  /** A conflict answers with the current record. */
  record: z.record(z.string(), z.unknown()).optional(),
});

export type Problem = z.infer<typeof problemSchema>;

export const sessionMissingMessage = signInMessages.sessionMissing;
export const databaseUnavailableMessage = "The club cannot reach its database just now. Please try again in a moment.";
export const stoppingMessage = "This part of the club is being stopped. Please try again in a moment.";
export const tooOftenMessage = "You have done this many times within an hour. Please try again in an hour.";
export const unstorableMessage = "Please remove invisible control characters.";
export const valuesClashMessage = "These values do not go together. Please check them.";
export const filesBusyMessage = "Other files are being made just now. Please try again in a moment.";
export const internalErrorMessage = "Something went wrong on our side. Please try again.";

export const fileMessages = {
  tooLarge: (megabytes: number) => `This file is larger than ${megabytes} MB. Please choose a smaller one.`,
  empty: "This file is empty. Please choose another one.",
  refusedType: "This file is not of a kind that can be used here. Please choose another one.",
  refusedTable:
    "This file is not of a kind that can be used here. If it is a table, save it as CSV UTF-8 and choose that file.",
  webPage:
    "This is a web page, whatever its name ends in. A page to sign in may have been saved in place of the document: open the document, save it again and choose that file.",
  noPdf: "The name of this file ends in .pdf, and it is no PDF. Open the document, save it again and choose that file.",
  refusedPhoto:
    "This is a photo in Apple’s HEIC format, whatever its name ends in. Save or share it as JPEG and choose that file.",
  infected: "This file was refused by the virus scanner. Please choose another one.",
  unavailable: "Files cannot be stored or read just now. Please try again in a moment.",
  noSuchRange: "This file has no such part.",
} as const;
