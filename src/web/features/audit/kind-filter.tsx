import { type AuditKind, auditKindFacts, auditKinds } from "#shared/audit/audit.ts";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";

interface KindFilterProps {
  kind: AuditKind | "";
  onChange: (kind: AuditKind | "") => void;
}

const byName = auditKinds.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)));

export function KindFilter({ kind, onChange }: KindFilterProps) {
  return (
    <Field label="What happened">
      <Select value={kind} onChange={(event) => onChange(event.target.value as AuditKind | "")}>
        <option value="">Anything</option>
        {byName.map((value) => (
          <option key={value} value={value}>
            {nameOf(value)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function nameOf(kind: AuditKind): string {
  return auditKindFacts[kind].name;
}
