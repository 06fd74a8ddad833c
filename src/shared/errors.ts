import { z } from "zod";
import { signInMessages } from "./account/sign-in-messages.ts";
import { invitationSchema } from "./invitations/invitations.ts";
import { namedObject } from "./named-object.ts";

/** All `code` values; clients switch on these only. */
export const errorCodes = [
  "23505",
  "above_maximum",
  "account_exists",
  "account_frozen",
  "account_short",
  "admin_required",
  "allocation_final",
  "already_committed",
  "already_posted",
  "already_reviewed",
  "api_key_closed",
  "api_key_invalid",
  "bad_request",
  "balance_gap",
  "below_minimum",
  "body_too_large",
  "call_closed",
  "call_not_open",
  "certificate_mismatch",
  "company_not_called_back",
  "completion_unmet",
  "content_required",
  "contradiction",
  "cooling_off",
  "country_not_allowed",
  "database_unavailable",
  "deal_not_open",
  "deal_version_closed",
  "deals_disabled",
  "deletion_requested",
  "document_not_ready",
  "document_replaced",
  "email_not_verified",
  "email_taken",
  "event_answered",
  "event_closed",
  "event_full",
  "event_not_begun",
  "figure_below_threshold",
  "figure_not_rounded",
  "file_already_imported",
  "file_infected",
  "file_type_refused",
  "files_busy",
  "files_unavailable",
  "forbidden",
  "foreign_origin",
  "form_replaced",
  "google_not_configured",
  "google_unavailable",
  "internal_error",
  "introduction_answered",
  "introduction_not_possible",
  "invalid_body",
  "invalid_code",
  "invalid_credentials",
  "invalid_jwt",
  "invalid_token",
  "invitation_exists",
  "invitation_invalid",
  "invitation_used",
  "last_way_in",
  "ledger_mismatch",
  "mailing_closed",
  "membership_ended",
  "membership_rejected",
  "membership_required",
  "membership_suspended",
  "method_not_allowed",
  "missing_credentials",
  "no_commitments",
  "no_password",
  "no_valid_members",
  "not_a_member",
  "not_called",
  "not_found",
  "oversold",
  "own_record",
  "own_request",
  "own_role",
  "pages_busy",
  "passkey_invalid",
  "passkey_taken",
  "passwords_busy",
  "payment_closed",
  "person_is_admin",
  "person_not_eligible",
  "picture_gone",
  "picture_unreadable",
  "pictures_busy",
  "profile_not_found",
  "question_closed",
  "range_not_satisfiable",
  "rate_limited",
  "record_incomplete",
  "revision_conflict",
  "sample_wording",
  "second_person_required",
  "session_missing",
  "setup_closed",
  "sign_in_again",
  "signature_mismatch",
  "slug_taken",
  "statement_closed",
  "statement_expired",
  "statement_form_closed",
  "statement_in_review",
  "statement_required",
  "statement_unreadable",
  "stopping",
  "submission_changed",
  "terms_changed",
  "too_many_api_keys",
  "too_many_entries",
  "too_many_passkeys",
  "too_many_questions",
  "too_young",
  "top_up_closed",
  "totp_required",
  "two_factor_expired",
  "two_factor_required",
  "two_factor_setup_required",
  "unknown_bank_format",
  "version_exists",
  "version_stale",
  "weak_password",
  "webhook_off",
  "wrong_password",
] as const;

export type ErrorCode = (typeof errorCodes)[number];

const fieldErrorSchema = z.object({
  /** Such as "email" or "expertise.3". */
  path: z.string(),
  message: z.string(),
});

/** application/problem+json (RFC 9457). */
export const problemSchema = namedObject("Problem", {
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: z.enum(errorCodes),
  errors: z.array(fieldErrorSchema).optional(),
  /** Only with `internal_error`: to find it in the log. */
  request_id: z.string().optional(),
  /** Only with `weak_password`. */
  reasons: z.array(z.string()).optional(),
  /** Only with `invitation_exists`. */
  invitation: invitationSchema.optional(),
  /** After a conflict: the current record. */
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
  refusedType: "This file is not of a kind that can be used here. Please choose another one.",
  infected: "This file was refused by the virus scanner. Please choose another one.",
  unavailable: "Files cannot be stored or read just now. Please try again in a moment.",
  noSuchRange: "This file has no such part.",
} as const;
