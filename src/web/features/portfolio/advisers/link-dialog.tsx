import { useRef } from "react";
import type { GrantedSeat } from "#shared/portfolio/adviser-seats.ts";
import { adviserSeatListMessages as messages } from "#shared/portfolio/adviser-seats-messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";

/** The link, which nothing shows again. */
export function LinkDialog({ granted, onClose }: { granted: GrantedSeat; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(granted.link);
      toast({ title: messages.copied });
    } catch {
      toast({ title: messages.notCopied, variant: "destructive" });
    }
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={messages.linkTitle(granted.seat.name)}
      text={messages.linkText}
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            {messages.done}
          </Button>
          <Button onClick={() => void copy()}>{messages.copy}</Button>
        </>
      }
    >
      <div className="mt-5">
        <Field label={messages.link}>
          <Input ref={field} readOnly value={granted.link} onFocus={(event) => event.target.select()} />
        </Field>
      </div>
    </Dialog>
  );
}
