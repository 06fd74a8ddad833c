import type { Transaction } from "kysely";
import type { AuditKind } from "#shared/audit-events.ts";
import { writeAudit } from "../db/audit.ts";
import type { DB } from "../db/database.generated.ts";
import type { Dependencies } from "../http/environment.ts";
import type { WayInTemplate } from "../mail/mail-request.ts";

const templates = {
  google_connected: "google-connected",
  google_disconnected: "google-disconnected",
  password_changed: "password-changed",
  password_reset: "password-replaced",
  recovery_codes_renewed: "recovery-codes-renewed",
  two_factor_disabled: "two-factor-disabled",
  two_factor_enabled: "two-factor-enabled",
} as const satisfies Partial<Record<AuditKind, WayInTemplate>>;

/** What every change of how a person signs in leaves, in its own transaction: an audit row, and a mail to the person. */
export async function recordChangedWayIn(
  tx: Transaction<DB>,
  { enqueueMail }: Pick<Dependencies, "enqueueMail">,
  userId: string,
  kind: keyof typeof templates,
): Promise<void> {
  await writeAudit(tx, userId, [[kind, userId, undefined]]);
  await enqueueMail(tx, [{ template: templates[kind], user_id: userId }]);
}
