import { closeToast, type ToastRecord } from "./toast.ts";

/** The message when what usually draws it cannot be fetched, as when the network is why there is a message at all. */
export function PlainToast({ toast }: { toast: ToastRecord }) {
  if (!toast.isOpen) return null;
  return (
    <div className="toast-viewport">
      <div className="toast toast-destructive" role="alert">
        <div>
          <p className="toast-title">{toast.title}</p>
          <p className="toast-description">{toast.description}</p>
        </div>
        <button type="button" className="btn btn-ghost btn-small" onClick={() => closeToast(toast.id)}>
          Close
        </button>
      </div>
    </div>
  );
}
