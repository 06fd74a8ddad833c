import { type ReactNode, useState } from "react";
import { Button } from "#web/ui/button.tsx";

interface OpenedFormProps {
  /** Of the button that opens it. */
  label: string;
  children: (close: () => void) => ReactNode;
}

/** A form behind a button: the page stays quiet, and a password manager fills in nothing unasked. */
export function CollapsibleForm({ label, children }: OpenedFormProps) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return children(() => setOpen(false));
  return (
    <div>
      <Button variant="outline" onClick={() => setOpen(true)}>
        {label}
      </Button>
    </div>
  );
}
