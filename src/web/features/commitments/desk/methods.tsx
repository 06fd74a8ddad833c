import { useState } from "react";
import type { Allocation } from "#shared/commitments/commitments.ts";
import { allocationPartMessages as messages } from "#shared/commitments/commitments-desk-messages.ts";
import { type AllocationMethod, allocationMethodLabels, allocationMethods } from "#shared/deals/deal-messages.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { useWorkOut } from "./use-work-out.ts";

/** Each works the draft out by another method. Changes by hand would be lost: then it asks first. */
export function Methods({ allocation }: { allocation: Allocation }) {
  const { deal_id, method: current, changed_lines } = allocation;
  const { act, isPending, variables } = useWorkOut(deal_id);
  const [asked, setAsked] = useState<AllocationMethod>();
  const shown = isPending ? variables?.method : current;
  const choose = (method: AllocationMethod) => {
    if (method === shown || isPending) return;
    if (changed_lines > 0) setAsked(method);
    else act({ method });
  };
  const confirm = () => {
    if (asked) act({ method: asked });
    setAsked(undefined);
  };
  return (
    <fieldset className="closing-methods">
      <legend className="sr-only">Method</legend>
      {allocationMethods.map((method) => (
        <Button
          key={method}
          variant={method === shown ? "secondary" : "outline"}
          isSmall
          aria-pressed={method === shown}
          onClick={() => choose(method)}
        >
          {allocationMethodLabels[method]}
        </Button>
      ))}
      <ConfirmDialog
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title="Work it out by another method?"
        text={messages.methodText(changed_lines)}
        confirmLabel={messages.again}
        cancelLabel="Keep this draft"
        onConfirm={confirm}
      />
    </fieldset>
  );
}
