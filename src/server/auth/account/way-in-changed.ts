import type { AuditKind } from "#shared/audit/audit.ts";
import type { Effects } from "../../platform/db/types.ts";
import type { MailTemplate } from "../../platform/mail/mail-content.ts";

const templates = {
  google_connected: "google-connected",
  google_disconnected: "google-disconnected",
  passkey_added: "passkey-added",
  passkey_removed: "passkey-removed",
  password_changed: "password-changed",
  password_reset: "password-replaced",
  recovery_code_used: "recovery-code-used",
  recovery_codes_renewed: "recovery-codes-renewed",
  two_factor_disabled: "two-factor-disabled",
  two_factor_enabled: "two-factor-enabled",
} as const satisfies Partial<Record<AuditKind, MailTemplate>>;

export function recordChangedWayIn(effects: Effects, userId: string, kind: keyof typeof templates): void {
  effects.audit(kind, userId, {}, userId);
  effects.mail(templates[kind], { user_id: userId });
}
