import { useNavigate } from "react-router";
import { shownCount } from "#shared/waiting-counts/waiting-counts.ts";
import { Field } from "./field.tsx";
import { RouteLink } from "./route-link.tsx";
import { Select } from "./select.tsx";
import { Count, countWord, type TabItem } from "./tabs.tsx";

interface SideListItem extends TabItem {
  /** Without one it is listed above the groups. */
  group?: string | undefined;
}

interface SideListProps {
  label: string;
  groups: readonly string[];
  items: readonly SideListItem[];
}

/** Links; below 900 px of room, a select. */
export function SideList({ label, groups, items }: SideListProps) {
  const filled = [undefined, ...groups].flatMap((group) => {
    const members = items.filter((item) => item.group === group);
    return members.length > 0 ? { group, members } : [];
  });
  return (
    <nav aria-label={label}>
      <div className="side-list">
        {filled.map(({ group, members }) => (
          <div key={group ?? ""}>
            {group && <p className="side-group">{group}</p>}
            <ul>
              {members.map((item) => (
                <li key={item.to}>
                  <RouteLink to={item.to} aria-current={item.isCurrent ? "page" : undefined}>
                    {item.label}
                    <Count item={item} />
                  </RouteLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <SideSelect label={label} filled={filled} />
    </nav>
  );
}

interface SideSelectProps {
  label: string;
  filled: readonly { group?: string | undefined; members: readonly TabItem[] }[];
}

/** The same links where there is no room for them. */
export function SideSelect({ label, filled }: SideSelectProps) {
  const navigate = useNavigate();
  const current = filled.flatMap(({ members }) => members).find(({ isCurrent }) => isCurrent);
  return (
    <Field label={label} className="side-select">
      <Select value={current?.to} onChange={(event) => navigate(event.target.value)}>
        {filled.map(({ group, members }) => {
          const options = members.map((item) => (
            <option key={item.to} value={item.to}>
              {optionLabel(item)}
            </option>
          ));
          return group ? (
            <optgroup key={group} label={group}>
              {options}
            </optgroup>
          ) : (
            options
          );
        })}
      </Select>
    </Field>
  );
}

const optionLabel = (item: TabItem): string =>
  item.count ? `${item.label} (${shownCount(item.count)} ${countWord(item)})` : item.label;
