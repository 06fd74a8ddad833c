import type { BankLine, confirmedLinesSchema } from "#shared/funds.ts";
import { bankPartMessages as messages } from "#shared/funds-desk-messages.ts";
import { Button } from "#web/ui/button.tsx";
import { useLeaveFocus } from "#web/ui/use-leave-focus.ts";
import { signedPence } from "../signed-pence.ts";
import { useClosingAction } from "../use-closing-action.ts";

type Confirmed = (typeof confirmedLinesSchema)["_output"];

/** One button, which says how many and how much. */
export function ConfirmSure({ lines }: { lines: readonly BankLine[] }) {
  const button = useLeaveFocus();
  const { mutate, isPending } = useClosingAction<Confirmed, { ids: string[] }>("/bank-lines/confirm", {
    done: ({ confirmed, pence }) => messages.confirmed(confirmed, signedPence(pence)),
    description: ({ left_out }) => (left_out > 0 ? messages.leftOut(left_out) : undefined),
    failed: messages.confirmFailed,
  });
  const pence = lines.reduce((sum, { open_pence }) => sum + open_pence, 0);
  return (
    <Button
      ref={button}
      isSmall
      busyLabel={isPending && messages.confirming}
      onClick={() => mutate({ ids: lines.map(({ id }) => id) })}
    >
      {messages.confirmAll(lines.length, signedPence(pence))}
    </Button>
  );
}
