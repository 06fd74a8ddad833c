import { type ReactNode, useState } from "react";
import { Button } from "#web/ui/button.tsx";

interface OpenedFormProps {
  label: string;
  children: (close: () => void) => ReactNode;
}

/** Closed by default: password managers would fill it. */
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
