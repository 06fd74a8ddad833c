import { Toast } from "radix-ui";
import { IconButton } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { X } from "./icons.generated.ts";
import { closeToast, type ToastRecord, toastDurationMs } from "./toast.ts";

/** Radix pauses the timer while the toast is hovered or focused. */
export function ToastView({ toast }: { toast: ToastRecord }) {
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
      <Toast.Viewport className="toast-viewport" label="Messages ({hotkey})" />
    </Toast.Provider>
  );
}
