import { ViewHead } from "#web/ui/view-head.tsx";
import { SignatoryList } from "./signatory-list.tsx";

export function AdminsPage() {
  return (
    <div className="grid gap-6">
      <ViewHead title="Who Signs" />
      <p className="muted max-w-prose">
        These people run the club, or sign for its money. Money moves when two of them who are standing have each
        confirmed it. Somebody stands 7 days after the announcement, if nobody objects.
      </p>
      <SignatoryList />
    </div>
  );
}
