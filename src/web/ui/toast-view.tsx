import { Toast } from "radix-ui";
import { useEffect, useState } from "react";
import { IconButton } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { X } from "./icons.generated.ts";
import { closeToast, type ToastRecord, toastDurationMs } from "./toast.ts";

/** Radix pauses the timer while the toast is hovered or focused. */
export function ToastView({ toast }: { toast: ToastRecord }) {
  const [isAtTop, setAtTop] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each message has its own place
  useEffect(() => {
    // The frame comes after the focus has moved to what the change has brought.
    const frame = requestAnimationFrame(() => setAtTop(liesBetterAtTop()));
    return () => cancelAnimationFrame(frame);
  }, [toast.id]);
  return (
    <Toast.Provider label="Message" swipeDirection="right">
      <Toast.Root
        key={toast.id}
        open={toast.isOpen}
        onOpenChange={(open) => open || closeToast(toast.id)}
        duration={toastDurationMs(toast)}
        type="foreground"
        className={classNames("toast", toast.variant === "destructive" && "toast-destructive")}
      >
        <div>
          <Toast.Title className="toast-title">{toast.title}</Toast.Title>
          {toast.description && (
            <Toast.Description className="toast-description">{toast.description}</Toast.Description>
          )}
        </div>
        <Toast.Close asChild>
          <IconButton label="Close" isSmall>
            <X />
          </IconButton>
        </Toast.Close>
      </Toast.Root>
      <Toast.Viewport className={classNames("toast-viewport", isAtTop && "is-at-top")} label="Messages ({hotkey})" />
    </Toast.Provider>
  );
}

let pressedAt = 0;
window.addEventListener("pointerdown", ({ clientY }) => (pressedAt = clientY), { capture: true, passive: true });

/** On a phone a message lies across the window: at the end that is farther from what has the focus, or was pressed. */
function liesBetterAtTop(): boolean {
  if (!window.matchMedia("(width < 40rem)").matches) return false;
  const { activeElement, body } = document;
  const height = window.innerHeight;
  if (!activeElement || activeElement === body) return pressedAt > height / 2;
  const { top, bottom } = activeElement.getBoundingClientRect();
  const [first, last] = [Math.max(top, 0), Math.min(bottom, height)];
  // A whole panel says nothing of where in it somebody reads.
  return last - first > height / 2 ? pressedAt > height / 2 : first + last > height;
}
