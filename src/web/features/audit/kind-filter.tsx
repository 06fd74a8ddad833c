import { type AuditKind, auditKindFacts, auditKinds } from "#shared/audit.ts";
import { Field, useFieldControl } from "#web/ui/field.tsx";
import { ChevronDown } from "#web/ui/icons.generated.ts";

interface KindFilterProps {
  kind: AuditKind | "";
  onChange: (kind: AuditKind | "") => void;
}

const byName = auditKinds.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)));

export function KindFilter(props: KindFilterProps) {
  return (
    <Field label="What happened" className="flex-[1_1_14rem]">
      <KindSelect {...props} />
    </Field>
  );
}

function KindSelect({ kind, onChange }: KindFilterProps) {
  return (
    <div className="relative">
      <select
        {...useFieldControl()}
        className="input appearance-none pr-10!"
        value={kind}
        onChange={(event) => onChange(event.target.value as AuditKind | "")}
      >
        <option value="">Anything</option>
        {byName.map((value) => (
          <option key={value} value={value}>
            {nameOf(value)}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute top-3.5 right-3 size-5" />
    </div>
  );
}

function nameOf(kind: AuditKind): string {
  return auditKindFacts[kind].name;
}
