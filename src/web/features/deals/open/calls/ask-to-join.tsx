import { type FormEvent, useId, useRef, useState } from "react";
import { dealCallMessages } from "#shared/deals/deal-call-messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { useLeaveFocus } from "#web/ui/use-leave-focus.ts";
import { useChangeRequest } from "./use-change-request.ts";

/** Nobody is asked to a call who has not asked for it, in these words. */
export function AskToJoin({ dealId, callId }: { dealId: string; callId: string }) {
  const { mutate, isPending } = useChangeRequest(dealId, callId);
  const [isTicked, setTicked] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const tick = useRef<HTMLInputElement>(null);
  const errorId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    setRefused(!isTicked);
    if (isTicked) mutate(true);
    else tick.current?.focus();
  };
  return (
    <form className="deal-tick" noValidate onSubmit={submit}>
      <Checkbox
        ref={tick}
        label={dealCallMessages.request}
        checked={isTicked}
        onChange={({ target }) => setTicked(target.checked)}
        aria-invalid={isRefused && !isTicked ? true : undefined}
        aria-describedby={isRefused && !isTicked ? errorId : undefined}
      />
      {isRefused && !isTicked && (
        <p id={errorId} className="field-error">
          Tick this to ask to join
        </p>
      )}
      <Button ref={useLeaveFocus()} type="submit" variant="outline" busyLabel={isPending && "Asking..."}>
        Ask to join
      </Button>
    </form>
  );
}
