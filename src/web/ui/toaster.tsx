import { lazy, Suspense, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { useLocation, useNavigationType } from "react-router";
import { closeToast, currentToast, onToastChange, type ToastRecord } from "./toast.ts";

const ToastView = lazy(() =>
  import("./toast-view.tsx").then(
    (module) => ({ default: module.ToastView }),
    () => ({ default: PlainToast }),
  ),
);

/** The view is loaded with the first message. */
export function Toaster() {
  const toast = useSyncExternalStore(onToastChange, currentToast, () => null);
  useCloseOnLeaving();
  return <Suspense>{toast && <ToastView toast={toast} />}</Suspense>;
}

/**
 * Closes an error when the visitor goes to another page, but not on a redirect, whose reason it may give. A layout effect
 * runs before the new page can show a toast.
 */
function useCloseOnLeaving(): void {
  const { pathname } = useLocation();
  const isRedirect = useNavigationType() === "REPLACE";
  const shownAt = useRef(pathname);
  useLayoutEffect(() => {
    if (shownAt.current === pathname) return;
    shownAt.current = pathname;
    const toast = currentToast();
    if (toast?.variant === "destructive" && !isRedirect) closeToast(toast.id);
  }, [pathname, isRedirect]);
}

/** Where the view cannot be fetched, as without a network. */
function PlainToast({ toast }: { toast: ToastRecord }) {
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
