import type { Signatory } from "#shared/people/signatories.ts";
import { useList } from "#web/lib/use-list.ts";
import { ListView } from "#web/ui/list/list-view.tsx";
import { SignatoryRow } from "./signatory-row.tsx";

export const adminListId = "admins";

/** Restores the focus to the list once the focused row is removed. */
export const focusAdminList = (): void => document.getElementById(adminListId)?.focus({ preventScroll: true });

export function SignatoryList() {
  const list = useList<Signatory>({ path: "/signatories" });
  return (
    <section id={adminListId} tabIndex={-1} className="outline-none" aria-label="Admins">
      <ListView list={list} items={list.items} noun="people" thing="The admins" loading="Loading admins" empty={null}>
        {(signatories) => (
          <ul className="person-rows">
            {signatories.map((signatory) => (
              <li key={signatory.id}>
                <SignatoryRow signatory={signatory} />
              </li>
            ))}
          </ul>
        )}
      </ListView>
    </section>
  );
}
