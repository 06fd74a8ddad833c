import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { IconButton } from "./button.tsx";
import { X } from "./icons.generated.ts";
import { useReturnFocus } from "./use-return-focus.ts";

interface PanelProps {
  isOpen: boolean;
  onClose: () => void;
  /** The heading that names the panel, shown below its head. */
  title: string;
  /** Stands beside the close button, such as a picture. */
  head?: ReactNode;
  /** A line below the heading. */
  subtitle?: ReactNode;
  children: ReactNode;
}

/** A sheet that slides in from the right, over the page it belongs to. */
export function Panel({ isOpen, onClose, title, head, subtitle, children }: PanelProps) {
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => open || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="veil" />
        <Radix.Content className="panel" aria-describedby={undefined} {...returnFocus}>
          <div className="panel-head">
            {head ?? <span />}
            <Radix.Close asChild>
              <IconButton label="Close">
                <X />
              </IconButton>
            </Radix.Close>
          </div>
          <div>
            <Radix.Title className="d2 wrap-anywhere">{title}</Radix.Title>
            {subtitle && <p className="muted mt-1.5 wrap-anywhere">{subtitle}</p>}
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
