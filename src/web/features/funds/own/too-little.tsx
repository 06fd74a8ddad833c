import { useState } from "react";
import type { OwnCommitment } from "#shared/commitments/commitments.ts";
import type { OwnCall } from "#shared/funds/funds.ts";
import { paymentMessages as messages } from "#shared/funds/own-funds-messages.ts";
import { formatPence } from "#shared/pence.ts";
import { useAction } from "#web/lib/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";

interface TooLittleProps {
  commitment: OwnCommitment;
  call: OwnCall;
}

type Choice = "take_fewer" | "refund";

/** A part arrived: both ways out are of one size. */
export function TooLittle({ commitment: { id }, call }: TooLittleProps) {
  const { applied_pence, fewer, can } = call;
  const [asked, setAsked] = useState<Choice>();
  const { act, isPending } = useAction<unknown, { choice: Choice }>(`/commitments/${id}/take-fewer`, {
    failed: "Not saved",
    invalidates: [["commitments"]],
  });
  const arrived = formatPence(applied_pence);
  const shares = fewer ? fewer.shares.toLocaleString("en-GB") : "";
  const due = formatPence(fewer?.due_pence ?? 0);
  const back = formatPence(fewer?.back_pence ?? 0);
  return (
    <div className="grid gap-3">
      {!can.take_fewer && (
        <Notice tone="warning">
          {fewer
            ? `If the rest does not arrive, you may take ${shares} shares for ${due} and get ${back} back, or have everything back.`
            : "If the rest does not arrive, you get everything back: it pays for less than the smallest commitment."}
        </Notice>
      )}
      {can.take_fewer && (
        <div className="commit-answers">
          {fewer && (
            <Button variant="outline" onClick={() => setAsked("take_fewer")}>
              {messages.takeFewer(shares)}
            </Button>
          )}
          <Button variant="outline" onClick={() => setAsked("refund")}>
            {messages.refund}
          </Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={asked === "refund" ? "Have everything back?" : `Take ${shares} shares?`}
        text={
          asked === "refund"
            ? `${arrived} is sent back to you, any fee included, and you get no shares.`
            : `They cost ${due} with the fee. ${back} is sent back to you.`
        }
        confirmLabel={asked === "refund" ? messages.refund : messages.takeFewer(shares)}
        busyLabel={isPending && "Saving…"}
        variant="secondary"
        onConfirm={() => asked && act({ choice: asked }, () => setAsked(undefined))}
      />
    </div>
  );
}
