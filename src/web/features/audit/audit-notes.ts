import { auditMessages } from "#shared/audit/admin-messages.ts";
import { type AuditEvent, approvalReasonOf } from "#shared/audit/audit.ts";
import { formatPence } from "#shared/pence.ts";
import { settingSections } from "#shared/settings/setting-fields.ts";
import { isTold, toldSettings } from "#shared/settings/settings-messages.ts";

/** What an entry says beside its name, without ids. */
export function auditNotesOf(event: AuditEvent): string[] {
  const approvalReason = approvalReasonOf(event);
  if (approvalReason) return [approvalReason];
  if (event.kind === "setting_changed") return [settingNote(event.details)];
  return Object.entries(event.details)
    .filter(([key, value]) => !/(^|_)id$/.test(key) && value !== null)
    .map(([key, value]) => {
      const { name, text } = noteOf(key, value);
      return `${inWords(name)}: ${text}`;
    });
}

/**
 * Returns who did what no account did. A company gives its account by a link; the rest of a deal is done by people or by the
 * clock.
 */
export function nobodyOf(event: AuditEvent): string {
  if (approvalReasonOf(event)) return auditMessages.club;
  return event.subject?.type === "deal" && event.kind !== "company_account_sent" ? "The clock" : "Nobody signed in";
}

/** "Identity: Name, Email"; of an entry from before the fields were kept, the setting alone. */
function settingNote({ key, fields }: AuditEvent["details"]): string {
  const name = String(key);
  const label = isTold(name) ? toldSettings[name] : settingSections.find((section) => section.key === name)?.label;
  const setting = label ?? inWords(name);
  return typeof fields === "string" && fields !== "" ? `${setting}: ${fields}` : setting;
}

/** A unit at the end of a key is said with its value. */
function noteOf(key: string, value: unknown): { name: string; text: string } {
  if (typeof value === "boolean") return { name: key.replace(/^is_/, ""), text: value ? "yes" : "no" };
  if (typeof value === "number" && key.endsWith("_bp")) return { name: key.slice(0, -3), text: `${value / 100}%` };
  if (typeof value === "number" && /(^|_)pence$/.test(key))
    return { name: key.replace(/_?pence$/, "") || "amount", text: formatPence(value) };
  if (key === "sha256" || key.endsWith("_sha256"))
    return { name: key === "sha256" ? "check code" : "worked out from", text: `${String(value).slice(0, 8)}…` };
  return { name: key, text: inWords(String(value)) };
}

const inWords = (text: string) => (/^[a-z_]+$/.test(text) ? text.replaceAll("_", " ") : text);
