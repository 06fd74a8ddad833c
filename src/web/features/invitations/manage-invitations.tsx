import { useRef } from "react";
import { invitationMessages, invitationStates } from "#shared/invitation-messages.ts";
import type { ListedInvitation } from "#shared/invitations.ts";
import type { Session } from "#shared/session.ts";
import { oneOf, text, useSearchState } from "#web/lib/search-state.ts";
import { useList } from "#web/lib/use-list.ts";
import { ListView } from "#web/ui/list/list-view.tsx";
import { ViewRail } from "#web/ui/view-rail.tsx";
import { InvitationFilter } from "./invitation-filter.tsx";
import { InvitationForm } from "./invitation-form.tsx";
import { InvitationTable } from "./invitation-table.tsx";
import { usePendingDeletions } from "./use-invitations.ts";

const invitationSearch = { q: text, status: oneOf(invitationStates) };

export function ManageInvitations({ session }: { session: Session }) {
  const userId = session.user.id;
  const { state: filter, change } = useSearchState(invitationSearch);
  const box = useRef<HTMLInputElement>(null);
  const list = useList<ListedInvitation>({
    path: "/invitations",
    parameters: { q: filter.q, state: filter.status },
    failureMessage: invitationMessages.fetchFailed,
  });
  const deletions = usePendingDeletions();
  const items = list.items?.filter(({ id }) => !deletions.some((deleted) => deleted.id === id));
  const narrow = (changes: Partial<typeof filter>) => change(changes, { replace: true });
  const showAll = () => {
    narrow({ q: "", status: "" });
    box.current?.focus();
  };
  return (
    <ViewRail heading="Manage Invitations" tools={<InvitationFilter filter={filter} onChange={narrow} ref={box} />}>
      <div className="grid gap-2 outline-none" tabIndex={-1}>
        <InvitationForm userId={userId} />
        <ListView
          list={list}
          items={items}
          noun="invitations"
          loading="Loading invitations"
          empty={
            filter.q || filter.status
              ? { ...notFoundWords, clear: { label: "Show all invitations", onClear: showAll } }
              : emptyWords
          }
        >
          {(invitations) => <InvitationTable invitations={invitations} />}
        </ListView>
      </div>
    </ViewRail>
  );
}

const emptyWords = { title: "No invitations yet", text: "Create the first one with the form above." };
const notFoundWords = { title: "No invitations found", text: "None has these words in its email and this status." };
