import { createPortal } from "react-dom";
import { useBar } from "#web/lib/use-bar.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { ChevronDown } from "#web/ui/icons.generated.ts";
import { RouteLink } from "#web/ui/route-link.tsx";
import { Count, type TabItem } from "#web/ui/tabs.tsx";
import "#web/styles/menu-places.css";

export interface MenuGroup {
  label: string;
  items: readonly TabItem[];
  /** Folded, below the others. */
  more?: { label: string; items: readonly TabItem[] };
}

/** The name takes the place of the logo of the menu. */
export function MenuPerson({ name }: { name: string }) {
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
