import { z } from "zod";
import { listOf, momentSchema, pageQuerySchema } from "./lists.ts";

/** Subject types, resolved to a name by the view audit_log. */
export const auditSubjectNames = {
  person: "Person",
  invitation: "Invitation",
  submission: "Submission",
  profile: "Profile",
  imported_member: "Imported member",
  company: "Company",
  content: "Content",
  deal: "Deal",
  newsletter: "Newsletter address",
  investor_record: "Investor record",
  statement_form: "Statement form",
  statement: "Investor statement",
} as const;

type AuditSubjectType = keyof typeof auditSubjectNames;

/** All audit kinds, declared here only. */
export const auditKindFacts = {
  account_deleted: { name: "Account deleted", subject: "person" },
  account_name_changed: { name: "Account name changed", subject: "person" },
  account_registered: { name: "Account registered", subject: "person" },
  admin_role_given: { name: "Admin role given", subject: "person" },
  admin_role_taken: { name: "Admin role taken away", subject: "person" },
  allocation_confirmed: { name: "Allocation confirmed", subject: "deal" },
  allocation_drafted: { name: "Allocation worked out", subject: "deal" },
  allocation_line_changed: { name: "Allocation changed by hand", subject: "deal" },
  audit_exported: { name: "Audit exported", subject: "person" },
  backup_downloaded: { name: "Backup downloaded", subject: "person" },
  backup_requested: { name: "Backup requested", subject: "person" },
  bank_columns_saved: { name: "Columns of a bank's file saved", subject: "person" },
  bank_file_imported: { name: "Bank file imported", subject: "deal" },
  bank_line_matched: { name: "Line of the bank booked by hand", subject: "deal" },
  bank_line_unmatched: { name: "Booking of a line taken back", subject: "deal" },
  bank_lines_confirmed: { name: "Sure lines of the bank booked", subject: "deal" },
  brand_file_uploaded: { name: "Logo or icon uploaded", subject: "person" },
  club_set_up: { name: "Club set up", subject: "person" },
  collection_account_confirmed: { name: "Collection account confirmed", subject: "deal" },
  collection_account_entered: { name: "Collection account entered", subject: "deal" },
  collection_account_rejected: { name: "Collection account rejected", subject: "deal" },
  commitment_released: { name: "Member who has not paid released", subject: "deal" },
  commitment_changed: { name: "Commitment changed", subject: "deal" },
  commitment_placed: { name: "Commitment placed", subject: "deal" },
  commitment_withdrawn: { name: "Commitment withdrawn", subject: "deal" },
  commitments_asked_again: { name: "Commitments asked again after a change of terms", subject: "deal" },
  commitments_ended: { name: "Commitments ended with their deal", subject: "deal" },
  commitments_lapsed: { name: "Commitments ended without an answer", subject: "deal" },
  company_account_confirmed: { name: "Account of a company confirmed", subject: "deal" },
  company_account_entered: { name: "Account of a company entered", subject: "deal" },
  company_account_rejected: { name: "Account of a company rejected", subject: "deal" },
  company_added: { name: "Company added", subject: "company" },
  company_changed: { name: "Company changed", subject: "company" },
  company_logo_removed: { name: "Logo of a company removed", subject: "company" },
  company_logo_uploaded: { name: "Logo of a company uploaded", subject: "company" },
  content_deleted: { name: "Content deleted", subject: "content" },
  content_file_uploaded: { name: "File of content uploaded", subject: "content" },
  content_ordered: { name: "Content put in order", subject: "content" },
  content_published: { name: "Content published", subject: "content" },
  content_restored: { name: "Content restored", subject: "content" },
  content_scheduled: { name: "Publication scheduled", subject: "content" },
  content_unpublished: { name: "Content unpublished", subject: "content" },
  content_unscheduled: { name: "Publication cancelled", subject: "content" },
  data_exported: { name: "Own data downloaded", subject: "person" },
  deal_added: { name: "Deal added", subject: "deal" },
  deal_call_cancelled: { name: "Founder call cancelled", subject: "deal" },
  deal_call_changed: { name: "Founder call changed", subject: "deal" },
  deal_call_planned: { name: "Founder call planned", subject: "deal" },
  deal_changed: { name: "Deal changed", subject: "deal" },
  deal_completed: { name: "Deal completed", subject: "deal" },
  deal_completion_proposed: { name: "Completion of a deal proposed", subject: "deal" },
  deal_document_added: { name: "Document of a deal added", subject: "deal" },
  deal_document_removed: { name: "Document of a deal removed", subject: "deal" },
  deal_moved: { name: "Deal moved", subject: "deal" },
  deal_note_added: { name: "Note on a deal added", subject: "deal" },
  deal_question_answered: { name: "Question on a deal answered", subject: "deal" },
  deal_question_declined: { name: "Question on a deal declined", subject: "deal" },
  deal_question_merged: { name: "Question on a deal merged", subject: "deal" },
  deal_released: { name: "Deal released", subject: "deal" },
  deals_exported: { name: "Deals exported", subject: "person" },
  deal_terms_set: { name: "Terms of a deal set", subject: "deal" },
  terms_change_answered: { name: "Change of terms answered", subject: "deal" },
  deal_version_approved: { name: "Version of a deal approved", subject: "deal" },
  deal_version_frozen: { name: "Version of a deal frozen", subject: "deal" },
  deal_evidence_packed: { name: "Evidence of a deal packed", subject: "deal" },
  deal_mailing_changed: { name: "Mails about a deal paused, resumed or stopped", subject: "deal" },
  deal_mailing_started: { name: "Mails about a deal started", subject: "deal" },
  deletion_requested: { name: "Deletion requested", subject: "person" },
  deletion_withdrawn: { name: "Deletion request withdrawn", subject: "person" },
  email_change_cancelled: { name: "Email change cancelled", subject: "person" },
  email_change_requested: { name: "Email change requested", subject: "person" },
  email_changed: { name: "Email changed", subject: "person" },
  email_verified: { name: "Email verified", subject: "person" },
  enquiries_imported: { name: "Enquiries imported", subject: "person" },
  fewer_shares_taken: { name: "Fewer shares taken", subject: "deal" },
  funds_called: { name: "Funds called", subject: "deal" },
  google_connected: { name: "Google connected", subject: "person" },
  google_disconnected: { name: "Google disconnected", subject: "person" },
  imported_member_deleted: { name: "Imported member deleted", subject: "imported_member" },
  investor_record_erased: { name: "Investor record erased", subject: "investor_record" },
  investor_record_opened: { name: "Investor record opened", subject: "investor_record" },
  investor_record_saved: { name: "Investor record saved", subject: "person" },
  investor_record_sealed: { name: "Investor record sealed", subject: "investor_record" },
  invitation_created: { name: "Invitation created", subject: "invitation" },
  invitation_deleted: { name: "Invitation deleted", subject: "invitation" },
  invitation_resent: { name: "Invitation sent again", subject: "invitation" },
  ledger_exported: { name: "Ledger exported", subject: "deal" },
  ledger_mismatch: { name: "Ledger and bank differ", subject: "deal" },
  limit_reached: { name: "Too many attempts", subject: "person" },
  member_imported: { name: "Member imported", subject: "imported_member" },
  members_reminded: { name: "Members reminded", subject: "deal" },
  membership_approved: { name: "Membership approved", subject: "person" },
  membership_ended: { name: "Membership ended", subject: "person" },
  membership_reinstated: { name: "Membership reinstated", subject: "person" },
  membership_rejected: { name: "Membership rejected", subject: "person" },
  membership_suspended: { name: "Membership suspended", subject: "person" },
  newsletter_confirmed: { name: "Newsletter address confirmed", subject: "newsletter" },
  newsletter_exported: { name: "Newsletter addresses exported", subject: "newsletter" },
  newsletter_removed: { name: "Newsletter address removed", subject: "newsletter" },
  newsletter_unsubscribed: { name: "Newsletter unsubscribed", subject: "newsletter" },
  paper_filed: { name: "Paper of a deal filed", subject: "deal" },
  password_changed: { name: "Password changed", subject: "person" },
  password_check_failed: { name: "Password check failed", subject: "person" },
  password_reset: { name: "Password reset", subject: "person" },
  password_reset_requested: { name: "Password reset requested", subject: "person" },
  payment_borne: { name: "Missing pence borne by the club", subject: "deal" },
  payment_details_shown: { name: "Payment details shown", subject: "deal" },
  payment_extended: { name: "More time to pay given", subject: "deal" },
  payment_held: { name: "Payment held by a bank", subject: "deal" },
  payment_approved: { name: "Outgoing payment approved", subject: "deal" },
  payment_cancelled: { name: "Outgoing payment cancelled", subject: "deal" },
  payment_proposed: { name: "Outgoing payment proposed", subject: "deal" },
  people_exported: { name: "People exported", subject: "person" },
  picture_uploaded: { name: "Picture uploaded", subject: "person" },
  profile_hidden: { name: "Profile hidden", subject: "profile" },
  profile_saved: { name: "Profile saved", subject: "profile" },
  profile_shown: { name: "Profile shown", subject: "profile" },
  recovery_code_used: { name: "Recovery code used", subject: "person" },
  recovery_codes_renewed: { name: "Recovery codes renewed", subject: "person" },
  deliveries_exported: { name: "Register of what was shown exported", subject: "person" },
  register_mismatch: { name: "Register of what was shown does not match its seals", subject: "person" },
  refund_asked_for: { name: "Refund asked for", subject: "deal" },
  relief_certificate_matched: { name: "Certificate of tax relief given to its member", subject: "deal" },
  relief_certificate_removed: { name: "Certificate of tax relief removed", subject: "deal" },
  relief_certificates_chased: { name: "Company asked for certificates of tax relief", subject: "deal" },
  relief_certificates_matched: { name: "Certificates of tax relief given to their members", subject: "deal" },
  relief_certificates_uploaded: { name: "Certificates of tax relief uploaded", subject: "deal" },
  relief_schedule_exported: { name: "Schedule for tax relief exported", subject: "deal" },
  relief_step_recorded: { name: "Step to tax relief recorded", subject: "deal" },
  registration_failed: { name: "Registration failed", subject: "person" },
  session_ended: { name: "Session ended", subject: "person" },
  sign_in_limit_lifted: { name: "Sign-in limit lifted", subject: "person" },
  setting_changed: { name: "Setting changed", subject: "person" },
  share_price_confirmed: { name: "Price of a share confirmed", subject: "company" },
  share_price_entered: { name: "Price of a share entered", subject: "company" },
  share_price_refused: { name: "Price of a share refused", subject: "company" },
  sign_in_failed: { name: "Sign-in failed", subject: "person" },
  signed_in: { name: "Signed in", subject: "person" },
  signed_out_everywhere: { name: "Signed out everywhere by an admin", subject: "person" },
  signed_out: { name: "Signed out", subject: "person" },
  statement_accepted: { name: "Statement accepted", subject: "statement" },
  statement_declined: { name: "Statement: none of it applies", subject: "person" },
  statement_form_installed: { name: "Statement form installed", subject: "statement_form" },
  statement_form_signed_off: { name: "Statement form signed off", subject: "statement_form" },
  statement_form_withdrawn: { name: "Statement form withdrawn", subject: "statement_form" },
  statement_opened: { name: "Statement opened", subject: "statement" },
  statement_refused: { name: "Statement refused", subject: "statement" },
  statement_revoked: { name: "Statement revoked", subject: "statement" },
  statement_signed: { name: "Statement signed", subject: "statement" },
  statement_withdrawn: { name: "Statement withdrawn", subject: "statement" },
  statements_exported: { name: "Statements exported", subject: "person" },
  submission_approved: { name: "Submission approved", subject: "submission" },
  submission_created: { name: "Submission created", subject: "submission" },
  submission_rejected: { name: "Submission rejected", subject: "submission" },
  submission_revised: { name: "Submission revised", subject: "submission" },
  job_discarded: { name: "Queued job discarded", subject: "person" },
  job_retried: { name: "Queued job retried", subject: "person" },
  success_fee_decided: { name: "Success fee of a deal decided", subject: "deal" },
  test_mail_requested: { name: "Test email requested", subject: "person" },
  tier_changed: { name: "Tier changed", subject: "person" },
  tokens_issued: { name: "Tokens issued", subject: "person" },
  top_up_ended: { name: "Offer of freed shares ended", subject: "deal" },
  top_up_opened: { name: "Freed shares offered", subject: "deal" },
  top_up_taken: { name: "Freed shares taken", subject: "deal" },
  two_factor_disabled: { name: "Two-factor sign-in turned off", subject: "person" },
  two_factor_enabled: { name: "Two-factor sign-in turned on", subject: "person" },
  two_factor_failed: { name: "Second factor failed", subject: "person" },
  two_factor_reset: { name: "Second factor reset by an admin", subject: "person" },
  verification_mail_requested: { name: "Verification email requested", subject: "person" },
} as const satisfies Record<string, { name: string; subject: AuditSubjectType }>;

export type AuditKind = keyof typeof auditKindFacts;
export const auditKinds = Object.keys(auditKindFacts) as AuditKind[];
const subjectTypes = Object.keys(auditSubjectNames) as AuditSubjectType[];

const auditPersonSchema = z.object({ id: z.uuid(), full_name: z.string().nullable(), email: z.string() });
export type AuditPerson = z.infer<typeof auditPersonSchema>;
export const auditPersonListSchema = listOf(auditPersonSchema);
/** Part of a name or e-mail, or a whole id. */
export const auditPersonQuerySchema = z.object({ q: z.string().trim().min(1).max(254) });
export const auditPersonCount = 8;

/** Without an e-mail the record was deleted. */
const nameSchema = z.object({ id: z.uuid(), full_name: z.string().nullable(), email: z.string().nullable() });

const auditEventSchema = z.object({
  id: z.uuid(),
  created_at: momentSchema,
  kind: z.enum(auditKinds),
  /** Null when signed out or automatic. */
  actor: nameSchema.nullable(),
  subject: nameSchema.extend({ type: z.enum(subjectTypes) }).nullable(),
  details: z.record(z.string(), z.unknown()),
  /** Why an admin did it; null where none was asked for, or the account is gone. */
  reason: z.string().nullable(),
});
export type AuditEvent = z.infer<typeof auditEventSchema>;
export const auditEventListSchema = listOf(auditEventSchema);

/** @property person actor or subject. */
export const auditFilterSchema = z.object({ person: z.uuid().optional(), kind: z.enum(auditKinds).optional() });
export type AuditFilter = z.infer<typeof auditFilterSchema>;
export const auditQuerySchema = pageQuerySchema.extend(auditFilterSchema.shape);

export type ApprovalDetails = { by: keyof typeof approvalReasons };
const approvalReasons = { import: "was imported", first_admin: "one of the first admins" } as const;

/** @returns undefined for an admin's decision or another kind. */
export function approvalReasonOf({ kind, details }: Pick<AuditEvent, "kind" | "details">): string | undefined {
  const reason = Object.entries(approvalReasons).find(([by]) => by === details.by)?.[1];
  return kind === "membership_approved" && reason ? `on registration: ${reason}` : undefined;
}
