import { lazy, Suspense, useEffect } from "react";
import { useWasOpen } from "#web/ui/use-was-open.ts";
import type { ReasonDialogProps } from "./reason-dialog.tsx";

const loadDialog = () => import("./reason-dialog.tsx");
const ReasonDialog = lazy(() => loadDialog().then((module) => ({ default: module.ReasonDialog })));

/** Loads the form once the button for it is there, and stays mounted once it was open. */
export function LazyReasonDialog(props: ReasonDialogProps) {
  const wasOpen = useWasOpen(props.isOpen);
  useEffect(() => void loadDialog().catch(() => {}), []);
  return <Suspense>{wasOpen && <ReasonDialog {...props} />}</Suspense>;
}
