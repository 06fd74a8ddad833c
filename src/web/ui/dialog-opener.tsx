import { type ReactNode, Suspense, useState } from "react";

interface DialogOpenerProps {
  button: (open: () => void) => ReactNode;
  /** `onClose` takes whether there is something typed that is kept for the next opening. */
  dialog: (state: { isOpen: boolean; onClose: (keeps?: boolean) => void }) => ReactNode;
}

/** The dialog is rendered from its first opening on, as new unless it was closed over what somebody had typed. */
export function DialogOpener({ button, dialog }: DialogOpenerProps) {
  const [opening, setOpening] = useState({ key: 0, isOpen: false, keeps: false });
  const onClose = (keeps = false) => setOpening(({ key }) => ({ key, isOpen: false, keeps }));
  return (
    <>
      {button(() => setOpening(({ key, keeps }) => ({ key: keeps ? key : key + 1, isOpen: true, keeps: false })))}
      {opening.key > 0 && <Suspense key={opening.key}>{dialog({ isOpen: opening.isOpen, onClose })}</Suspense>}
    </>
  );
}
