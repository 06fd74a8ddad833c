import { useSearchParams } from "react-router";
import { type AuditFilter, auditFilterSchema } from "#shared/audit.ts";
import { parameters } from "#web/lib/address-parameters.ts";

/** What the audit is filtered by stands in the address; what is no person or kind there counts as left out. */
export function useAuditFilter(): [AuditFilter, (change: { [Key in keyof AuditFilter]: string | undefined }) => void] {
  const [search, setSearch] = useSearchParams();
  const { person, kind } = auditFilterSchema.shape;
  const filter: AuditFilter = {
    person: person.safeParse(search.get(parameters.person) ?? undefined).data,
    kind: kind.safeParse(search.get(parameters.kind) ?? undefined).data,
  };
  const change = (changes: { [Key in keyof AuditFilter]: string | undefined }) =>
    setSearch((now) => {
      for (const [key, value] of Object.entries(changes)) {
        if (value) now.set(key, value);
        else now.delete(key);
      }
      return now;
    });
  return [filter, change];
}
