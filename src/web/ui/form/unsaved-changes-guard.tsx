import { useEffect, useRef, useState } from "react";
import { ConfirmDialog } from "../dialog.tsx";
import { useWasOpen } from "../use-was-open.ts";

/** While active, asks before a link or the closing of the tab leaves the form. */
export function UnsavedChangesGuard({
  isActive,
  text = "Your changes are not saved yet. The form holds them until you close this tab.",
  within,
}: {
  isActive: boolean;
  text?: string;
  /** Addresses with it are parts of one form: what is typed waits in its draft. */
  within?: string;
}) {
  const [link, setLink] = useState<HTMLAnchorElement | null>(null);
  // The answer holds until the form unmounts: the next page may load first.
  const isSure = useRef(false);
  useEffect(() => {
    isSure.current = false;
    if (!isActive) return;
    const askFirst = (event: MouseEvent) => {
      const pressed = (event.target as Element).closest("a");
      if (isSure.current || !pressed || !leavesPage(pressed, event)) return;
      if (within !== undefined && pressed.href.includes(within)) return;
      event.preventDefault();
      event.stopPropagation();
      setLink(pressed);
    };
    const askOnClose = (event: BeforeUnloadEvent) => {
      if (!isSure.current) event.preventDefault();
    };
    window.addEventListener("click", askFirst, { capture: true });
    window.addEventListener("beforeunload", askOnClose);
    return () => {
      window.removeEventListener("click", askFirst, { capture: true });
      window.removeEventListener("beforeunload", askOnClose);
    };
  }, [isActive, within]);

  const leave = () => {
    isSure.current = true;
    link?.click();
    setLink(null);
  };
  const wasAsked = useWasOpen(link !== null);
  return (
    wasAsked && (
      <ConfirmDialog
        isOpen={link !== null}
        onClose={() => setLink(null)}
        title="Leave without saving?"
        text={text}
        confirmLabel="Leave the form"
        cancelLabel="Keep editing"
        onConfirm={leave}
      />
    )
  );
}

const leavesPage = (link: HTMLAnchorElement, { ctrlKey, metaKey, shiftKey, button }: MouseEvent): boolean =>
  link.target !== "_blank" &&
  /^https?:$/.test(link.protocol) &&
  link.href !== window.location.href &&
  !(ctrlKey || metaKey || shiftKey || button > 0);
