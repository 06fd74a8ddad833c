import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import type { Session } from "#shared/account/session.ts";
import { useOwnProfile } from "#web/features/profiles/own-records.ts";
import { usePendingName } from "#web/lib/pending-mutations.ts";
import { useBar } from "#web/lib/use-bar.ts";
import { useClub } from "#web/lib/use-club.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { ChevronDown } from "#web/ui/icons.generated.ts";
import { RouteLink } from "#web/ui/route-link.tsx";
import { Count, type TabItem } from "#web/ui/tabs.tsx";
import { greetingName, isAdmin, memberName } from "../session-user.ts";
import { AccountLink, LogOutButton } from "./account-actions.tsx";
import "#web/styles/menu-places.css";

interface AreaHeadProps {
  session: Session;
  /** With the club's figures; without it, one line. */
  hasGreeting?: boolean | undefined;
  isAccount?: boolean;
}

export function AreaHead({ session, hasGreeting, isAccount }: AreaHeadProps) {
  const { data: profile, isPending } = useOwnProfile();
  const underWay = usePendingName();
  const profileName = underWay.profile ?? profile?.full_name;
  const user = withPendingName(session, underWay.account);
  const fullName = memberName(profileName, user);
  if (!hasGreeting) return <HeadLine session={session} name={fullName} isAccount={isAccount} />;
  // Wait for the profile, to avoid a change of name.
  const name = isPending ? null : greetingName(profileName, user);
  // Somebody new has none yet.
  const greeting = profile === null ? "Welcome" : "Welcome back";
  return (
    <div className="area-head">
      <MenuPerson name={fullName} />
      <div className="min-w-0">
        <h1 className="area-greeting">{name === null ? "Welcome" : `${greeting}, ${name}`}</h1>
        <div className="area-person">
          <AdminAccess session={session} />
          <AccountLink />
        </div>
      </div>
      <MemberStats />
    </div>
  );
}

const withPendingName = ({ user }: Session, full_name = user.user_metadata.full_name): Session["user"] => ({
  ...user,
  user_metadata: { ...user.user_metadata, full_name },
});

export function ClosedAreaHead({ session }: { session: Session }) {
  return (
    <HeadLine session={session} name={memberName(null, session.user)} isAccount>
      <LogOutButton />
    </HeadLine>
  );
}

interface HeadLineProps {
  session: Session;
  name: string;
  isAccount?: boolean | undefined;
  children?: ReactNode;
}

function HeadLine({ session, name, isAccount, children }: HeadLineProps) {
  return (
    <div className="area-line">
      <MenuPerson name={name} />
      <div className="area-person">
        <p className="area-name">{name}</p>
        <AdminAccess session={session} />
      </div>
      <div className="area-person">
        <AccountLink isCurrent={isAccount} />
        {children}
      </div>
    </div>
  );
}

function AdminAccess({ session }: { session: Session }) {
  if (!isAdmin(session)) return null;
  return (
    <>
      <Badge tone="pine">Admin Access</Badge>
      <span className="area-email">{session.user.email}</span>
    </>
  );
}

function MemberStats() {
  const club = useClub();
  return (
    <div className="grid content-start gap-1">
      <p className="note">{club.identity.name} as a whole</p>
      <div className="member-stats">
        {club.stats.map(({ value, label, note }) => (
          <div key={label}>
            <p className="value">{value}</p>
            <p className="label">{label}</p>
            <p className="note">{note}</p>
          </div>
        ))}
      </div>
    </div>
  );
}

export interface MenuGroup {
  label: string;
  items: readonly TabItem[];
  /** Folded, below the others. */
  more?: { label: string; items: readonly TabItem[] };
}

/** The name takes the place of the logo of the menu. */
function MenuPerson({ name }: { name: string }) {
  const head = useBar("menu-person");
  return (
    head &&
    createPortal(
      <p>
        <Avatar name={name} size="small" />
        <span>{name}</span>
      </p>,
      head,
    )
  );
}

/** The members' places in the menu of narrow screens, above those of the public site, which get a heading. */
export function MenuPlaces({ groups }: { groups: readonly MenuGroup[] }) {
  const menu = useBar("menu-places");
  if (!menu) return null;
  return createPortal(
    <>
      {groups.map(({ label, items, more }) => (
        <nav key={label} aria-label={label}>
          <p className="side-group">{label}</p>
          <ul>
            <Places items={items} />
            {more && more.items.length > 0 && (
              <li>
                <details>
                  <summary>
                    {more.label}
                    <ChevronDown aria-hidden="true" />
                  </summary>
                  <ul>
                    <Places items={more.items} />
                  </ul>
                </details>
              </li>
            )}
          </ul>
        </nav>
      ))}
      <p className="side-group">Public site</p>
    </>,
    menu,
  );
}

const Places = ({ items }: { items: readonly TabItem[] }) =>
  items.map((item) => (
    <li key={item.to}>
      <RouteLink to={item.to} replace aria-current={item.isCurrent ? "page" : undefined}>
        {item.label}
        <Count item={item} />
      </RouteLink>
    </li>
  ));
