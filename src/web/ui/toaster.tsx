import { lazy, Suspense, useSyncExternalStore } from "react";
import { PlainToast } from "./plain-toast.tsx";
import { currentToast, onToastChange } from "./toast.ts";

const ToastView = lazy(() =>
  import("./toast-view.tsx").then(
    (module) => ({ default: module.ToastView }),
    () => ({ default: PlainToast }),
  ),
);

/** Where messages show; what draws them is loaded with the first one. */
export function Toaster() {
  const toast = useSyncExternalStore(onToastChange, currentToast, () => null);
  return <Suspense>{toast && <ToastView toast={toast} />}</Suspense>;
}
