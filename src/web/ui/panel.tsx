import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { IconButton } from "./button.tsx";
import { X } from "./icons.generated.ts";
import { useBackCloses } from "./use-back-closes.ts";
import { useReturnFocus } from "./use-return-focus.ts";

interface PanelProps {
  isOpen: boolean;
  onClose: () => void;
  /** Opened and closed by the page's address: Back leaves it as it leaves a page. */
  isInAddress?: boolean;
  /** The heading that names the panel, shown below its head. */
  title: string;
  /** A picture beside the close button, above the heading. */
  head?: ReactNode;
  /** Buttons beside the close button. */
  tools?: ReactNode;
  /** A line below the heading. */
  subtitle?: ReactNode;
  children: ReactNode;
}

/** A sheet that slides in from the right, over the page it belongs to. */
export function Panel({ isOpen, onClose, isInAddress = false, title, head, tools, subtitle, children }: PanelProps) {
  const returnFocus = useReturnFocus();
  useBackCloses(isOpen && !isInAddress, onClose);
  const heading = (
    <div className="min-w-0 flex-1">
      <Radix.Title className="d2 wrap-anywhere" asChild={isInAddress}>
        {isInAddress ? <h1>{title}</h1> : title}
      </Radix.Title>
      {subtitle && <p className="muted mt-1.5 wrap-anywhere">{subtitle}</p>}
    </div>
  );
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => open || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="veil" />
        <Radix.Content className="panel" aria-describedby={undefined} {...returnFocus}>
          <div className="panel-head">
            {head ?? heading}
            {tools}
            <Radix.Close asChild>
              <IconButton label="Close">
                <X />
              </IconButton>
            </Radix.Close>
          </div>
          {head && heading}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
