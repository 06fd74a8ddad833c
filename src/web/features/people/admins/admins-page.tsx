import { signatoryMessages as messages } from "#shared/people/signatory-messages.ts";
import { ViewHead } from "#web/ui/view-head.tsx";
import { SignatoryList } from "./signatory-list.tsx";

/** What members see of who signs for their money. */
export function AdminsPage() {
  return (
    <div className="grid gap-6">
      <ViewHead title="Who Signs" />
      <p className="muted max-w-prose">{messages.lead}</p>
      <SignatoryList />
    </div>
  );
}
