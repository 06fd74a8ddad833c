import { type AuditEvent, approvalReasonOf } from "#shared/audit.ts";

/** What an entry says beside its name, without ids. */
export function auditNotesOf(event: AuditEvent): string[] {
  const approvalReason = approvalReasonOf(event);
  if (approvalReason) return [approvalReason];
  return Object.entries(event.details)
    .filter(([key, value]) => !/(^|_)id$/.test(key) && value !== null)
    .map(([key, value]) =>
      typeof value === "boolean"
        ? `${inWords(key.replace(/^is_/, ""))}: ${value ? "yes" : "no"}`
        : `${inWords(key)}: ${inWords(String(value))}`,
    );
}

const inWords = (text: string) => (/^[a-z_]+$/.test(text) ? text.replaceAll("_", " ") : text);
