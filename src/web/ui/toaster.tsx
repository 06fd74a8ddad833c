import { lazy, Suspense, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { useLocation, useNavigationType } from "react-router";
import { PlainToast } from "./plain-toast.tsx";
import { closeToast, currentToast, onToastChange } from "./toast.ts";

const ToastView = lazy(() =>
  import("./toast-view.tsx").then(
    (module) => ({ default: module.ToastView }),
    () => ({ default: PlainToast }),
  ),
);

/** Where messages show; what draws them is loaded with the first one. */
export function Toaster() {
  const toast = useSyncExternalStore(onToastChange, currentToast, () => null);
  useCloseOnLeaving();
  return <Suspense>{toast && <ToastView toast={toast} />}</Suspense>;
}

/**
 * An error stays until it is closed, but not on a page that the visitor went to since. Whoever is sent on, which
 * replaces the address, takes it along: it may say why. In a layout effect, before the new page can have one of its own.
 */
function useCloseOnLeaving(): void {
  const { pathname } = useLocation();
  const isSentOn = useNavigationType() === "REPLACE";
  const shownAt = useRef(pathname);
  useLayoutEffect(() => {
    if (shownAt.current === pathname) return;
    shownAt.current = pathname;
    const toast = currentToast();
    if (toast?.variant === "destructive" && !isSentOn) closeToast(toast.id);
  }, [pathname, isSentOn]);
}
