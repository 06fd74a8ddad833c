import { useRef, useSyncExternalStore } from "react";
import { paths } from "#shared/paths.ts";
import { classNames } from "#web/ui/class-names.ts";
import { LinkButton } from "#web/ui/link.tsx";
import { RouteLink } from "#web/ui/route-link.tsx";
import { AuthButtons } from "./auth-buttons.tsx";
import { Logo } from "./logo.tsx";
import { MobileMenu } from "./mobile-menu.tsx";
import { mainLinks, NavLink } from "./nav-link.tsx";

const solidPastPx = 50;
const menuId = "mobile-menu";

/** @param isCompact 60 px, without a button in the club's colour: behind sign-in. boot.ts makes the document's so by the class alone. */
export function Header({ isCompact }: { isCompact: boolean }) {
  const isSolid = useScrolledPast(solidPastPx);
  const menu = useRef<HTMLDialogElement>(null);
  return (
    <header className={classNames("site-header", isSolid && "is-solid", isCompact && "is-compact")}>
      <div className="wrap">
        <div className="site-header-row">
          <Logo />
          <nav className="main-nav" aria-label="Main">
            <ul>
              {mainLinks.map(({ label, to }) => (
                <li key={to}>
                  <NavLink to={to}>{label}</NavLink>
                </li>
              ))}
              <li className="when-compact">
                <RouteLink to={paths.membership}>Join Now</RouteLink>
              </li>
            </ul>
          </nav>
          <div className="header-end">
            <AuthButtons isSmall />
            <LinkButton to={paths.membership} variant="primary" isSmall>
              Join Now
            </LinkButton>
            <button
              type="button"
              className="btn btn-ghost btn-icon"
              aria-label="Open menu"
              aria-haspopup="dialog"
              // Opens it before the app has come; the handler is for browsers that know no commands.
              {...{ command: "show-modal", commandfor: menuId }}
              onClick={({ currentTarget }) => currentTarget.commandForElement || menu.current?.showModal()}
            >
              <svg
                className="lucide"
                viewBox="0 0 24 24"
                stroke="currentColor"
                strokeLinecap="round"
                aria-hidden="true"
              >
                <path d="M4 8h16M4 16h16" />
              </svg>
            </button>
          </div>
        </div>
      </div>
      <MobileMenu ref={menu} id={menuId} isCompact={isCompact} />
    </header>
  );
}

const useScrolledPast = (pixels: number): boolean =>
  useSyncExternalStore(
    onScroll,
    () => window.scrollY > pixels,
    () => false,
  );

function onScroll(listener: () => void): () => void {
  window.addEventListener("scroll", listener, { passive: true });
  return () => window.removeEventListener("scroll", listener);
}
