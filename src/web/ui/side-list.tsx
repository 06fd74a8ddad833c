import { useNavigate } from "react-router";
import { shownCount } from "#shared/waiting-counts/waiting-counts.ts";
import { Field } from "./field.tsx";
import { ChevronDown, ChevronRight } from "./icons.generated.ts";
import { RouteLink } from "./route-link.tsx";
import { Select } from "./select.tsx";
import { Count, countWord, type TabItem } from "./tabs.tsx";

interface SideListItem extends TabItem {
  /** Without one it is listed above the groups. */
  group?: string | undefined;
  summary?: string | undefined;
}

interface SideListProps {
  label: string;
  groups: readonly string[];
  items: readonly SideListItem[];
  /** Where phones list the items. */
  home?: string | undefined;
}

/** Links; below 900 px of room a select, or with a `home` the list of them there and the way back to it elsewhere. */
export function SideList({ label, groups, items, home }: SideListProps) {
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
      {home ? <SideHome label={label} items={items} home={home} /> : <SideSelect label={label} filled={filled} />}
    </nav>
  );
}

interface SideHomeProps {
  label: string;
  items: readonly SideListItem[];
  home: string;
}

/** Which of the two shows is the page's to say, with `is-list-on-phones`. */
function SideHome({ label, items, home }: SideHomeProps) {
  const current = items.find(({ isCurrent }) => isCurrent);
  return (
    <>
      <div className="side-home">
        <h2>{label}</h2>
        <ul>
          {items.map(({ to, label: name, summary }) => (
            <li key={to}>
              <RouteLink to={to}>
                <span>
                  <b>{name}</b>
                  <span className="note">{summary}</span>
                </span>
                <ChevronRight aria-hidden="true" />
              </RouteLink>
            </li>
          ))}
        </ul>
      </div>
      <RouteLink to={home} className="side-back">
        <span>
          <span className="note">{label}</span>
          <b>{current?.label}</b>
        </span>
        <span className="note">
          All parts <ChevronDown aria-hidden="true" />
        </span>
      </RouteLink>
    </>
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
