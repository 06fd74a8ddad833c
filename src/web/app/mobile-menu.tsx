import { type Ref, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { paths } from "#shared/paths.ts";
import { IconButton } from "#web/ui/button.tsx";
import { ChevronRight, X } from "#web/ui/icons.generated.ts";
import { LinkButton } from "#web/ui/link.tsx";
import { useBackCloses } from "#web/ui/use-back-closes.ts";
import { AuthButtons } from "./auth-buttons.tsx";
import { Logo } from "./logo.tsx";
import { mainLinks, NavLink } from "./nav-link.tsx";

interface MobileMenuProps {
  ref: Ref<HTMLDialogElement>;
  id: string;
  /** Behind sign-in. */
  isCompact: boolean;
}

/** A modal dialog: focus trap, Escape and inert page. */
export function MobileMenu({ ref, id, isCompact }: MobileMenuProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { key } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const close = () => dialog.current?.close();
  useBackCloses(isOpen, close);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of address closes the menu
  useEffect(() => close, [key]);
  useEffect(() => closeOnWideScreens(() => dialog.current?.close()), []);

  const keep = (element: HTMLDialogElement | null) => {
    dialog.current = element;
    if (typeof ref === "function") ref(element);
    else if (ref) ref.current = element;
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press on the veil is an extra; the keyboard has Escape
    <dialog
      className="mobile-menu"
      id={id}
      ref={keep}
      aria-label="Menu"
      onToggle={({ newState }) => setOpen(newState === "open")}
      onClick={(event) => isVeil(event) && close()}
    >
      <div className="mobile-menu-head">
        <Logo />
        <IconButton label="Close menu" onClick={close}>
          <X />
        </IconButton>
      </div>
      <div className="menu-places" />
      <nav className="menu-public mt-3" aria-label="Menu">
        <ul>
          {mainLinks.map(({ label, to }) => (
            <li key={to}>
              <NavLink to={to} replace onClick={close}>
                {label}
                <ChevronRight />
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mobile-menu-foot">
        <LinkButton to={paths.membership} variant={isCompact ? "outline" : "primary"} isFull>
          Join Now
        </LinkButton>
        <AuthButtons isFull />
      </div>
    </dialog>
  );
}

/** The dialog element itself is the backdrop. */
const isVeil = (event: { target: EventTarget; currentTarget: HTMLElement; clientX: number }): boolean =>
  event.target === event.currentTarget && event.clientX < event.currentTarget.getBoundingClientRect().left;

function closeOnWideScreens(close: () => void): () => void {
  const wide = window.matchMedia("(width >= 67.5rem)");
  wide.addEventListener("change", close);
  return () => wide.removeEventListener("change", close);
}
