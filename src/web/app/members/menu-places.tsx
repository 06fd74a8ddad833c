import { createPortal } from "react-dom";
import { useBar } from "#web/lib/use-bar.ts";
import { RouteLink } from "#web/ui/route-link.tsx";
import { Count, type TabItem } from "#web/ui/tabs.tsx";
import "#web/styles/menu-places.css";

export interface MenuGroup {
  label: string;
  items: readonly TabItem[];
}

/** The members' places in the menu of narrow screens, above those of the public site. */
export function MenuPlaces({ groups }: { groups: readonly MenuGroup[] }) {
  const menu = useBar("menu-places");
  if (!menu) return null;
  return createPortal(
    groups.map(({ label, items }) => (
      <nav key={label} aria-label={label}>
        <p className="side-group">{label}</p>
        <ul>
          {items.map((item) => (
            <li key={item.to}>
              <RouteLink to={item.to} replace aria-current={item.isCurrent ? "page" : undefined}>
                {item.label}
                <Count item={item} />
              </RouteLink>
            </li>
          ))}
        </ul>
      </nav>
    )),
    menu,
  );
}
