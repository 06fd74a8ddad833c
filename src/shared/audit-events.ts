/** What the audit can say happened: admin actions, and everything that touches signing in. */
export const auditKinds = [
  "account_registered",
  "admin_role_given",
  "admin_role_taken",
  "email_verified",
  "invitation_created",
  "invitation_deleted",
  "invitation_resent",
  "member_imported",
  "membership_approved",
  "membership_rejected",
  "profile_saved",
  "sign_in_failed",
  "signed_in",
  "signed_out",
  "submission_approved",
  "submission_created",
  "submission_rejected",
  "submission_revised",
  "verification_mail_requested",
] as const;

export type AuditKind = (typeof auditKinds)[number];
