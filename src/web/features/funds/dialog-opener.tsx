import { type ReactNode, Suspense, useState } from "react";

interface DialogOpenerProps {
  button: (open: () => void) => ReactNode;
  dialog: (state: { isOpen: boolean; onClose: () => void }) => ReactNode;
}

/** The dialog is rendered from its first opening on, each time as new. */
export function DialogOpener({ button, dialog }: DialogOpenerProps) {
  const [opening, setOpening] = useState({ key: 0, isOpen: false });
  const onClose = () => setOpening(({ key }) => ({ key, isOpen: false }));
  return (
    <>
      {button(() => setOpening(({ key }) => ({ key: key + 1, isOpen: true })))}
      {opening.key > 0 && <Suspense key={opening.key}>{dialog({ isOpen: opening.isOpen, onClose })}</Suspense>}
    </>
  );
}
