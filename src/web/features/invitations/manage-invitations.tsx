import { useRef } from "react";
import { invitationMessages, type ListedInvitation } from "#shared/invitations.ts";
import type { Session } from "#shared/session.ts";
import { ListView } from "#web/lib/list-view.tsx";
import { useList } from "#web/lib/use-list.ts";
import { ViewRail } from "#web/lib/view-rail.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { RowSkeletons } from "#web/ui/row-skeletons.tsx";
import { InvitationFilter } from "./invitation-filter.tsx";
import { InvitationForm } from "./invitation-form.tsx";
import { InvitationTable } from "./invitation-table.tsx";
import { useInvitationFilter } from "./use-invitation-filter.ts";
import { usePendingDeletions } from "./use-invitations.ts";

export function ManageInvitations({ session }: { session: Session }) {
  const userId = session.user.id;
  const { words, state, changeWords, changeState, clear } = useInvitationFilter();
  const box = useRef<HTMLInputElement>(null);
  const list = useList<ListedInvitation>({
    path: "/invitations",
    parameters: { q: words, state },
    failureMessage: invitationMessages.fetchFailed,
  });
  const deletions = usePendingDeletions();
  const items = list.items?.filter(({ id }) => !deletions.some((deleted) => deleted.id === id));
  const showAll = () => {
    clear();
    box.current?.focus();
  };
  return (
    <ViewRail heading="Manage Invitations">
      <div className="grid gap-7 outline-none" tabIndex={-1}>
        <InvitationForm userId={userId} />
        <InvitationFilter words={words} state={state} onWords={changeWords} onState={changeState} ref={box} />
        <ListView
          list={{ ...list, items }}
          noun="invitations"
          loading={<RowSkeletons label="Loading invitations" />}
          empty={words === "" && state === "" ? <NoneYet /> : <NoneFound onClear={showAll} />}
        >
          {(invitations) => <InvitationTable invitations={invitations} />}
        </ListView>
      </div>
    </ViewRail>
  );
}

const NoneYet = () => <EmptyState isCard title="No invitations yet" text="Create the first one with the form above." />;

function NoneFound({ onClear }: { onClear: () => void }) {
  return (
    <div role="status">
      <EmptyState
        isCard
        title="No invitations found"
        text="None has these words in its email and this status."
        action={
          <Button variant="outline" onClick={onClear}>
            Show all invitations
          </Button>
        }
      />
    </div>
  );
}
