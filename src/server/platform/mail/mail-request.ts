/**
 * A mail to be sent, by what it is about. Only ids are queued: who gets it and what it says are read when it is sent,
 * so that nothing stale or secret waits in the queue.
 */
export type MailRequest =
  | InvitationRequest
  | EmailChangeRequest
  | {
      template:
        | "verification"
        | "password-reset"
        | "profile-approved"
        | "profile-rejected"
        | "profile-hidden"
        | "membership-approved"
        | "membership-rejected"
        | "membership-suspended"
        | "membership-ended"
        | "membership-reinstated"
        | "two-factor-guessed"
        | WayInTemplate;
      user_id: string;
    };

export interface InvitationRequest {
  template: "invitation" | "first-admin";
  invitation_id: string;
}

/** The notices of a changed way to sign in. */
export type WayInTemplate =
  | "google-connected"
  | "google-disconnected"
  | "password-changed"
  | "password-replaced"
  | "recovery-codes-renewed"
  | "two-factor-disabled"
  | "two-factor-enabled";

export interface EmailChangeRequest {
  template: "email-change-old" | "email-change-new" | "email-changed";
  email_change_id: string;
}
