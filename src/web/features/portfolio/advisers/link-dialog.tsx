import { useRef } from "react";
import type { GrantedSeat } from "#shared/portfolio/adviser-seats.ts";
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
      toast({ title: "The link is copied" });
    } catch {
      toast({ title: "Not copied. Please select the link and copy it", variant: "destructive" });
    }
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`The link for ${granted.seat.name}`}
      text="Copy it now: it is shown this once. Whoever has it can read, until you end it."
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            Done
          </Button>
          <Button onClick={() => void copy()}>Copy the link</Button>
        </>
      }
    >
      <div className="mt-5">
        <Field label="The link">
          <Input ref={field} readOnly value={granted.link} onFocus={(event) => event.target.select()} />
        </Field>
      </div>
    </Dialog>
  );
}
