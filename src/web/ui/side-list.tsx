import { useNavigate } from "react-router";
import { shownCount } from "#shared/waiting-counts/waiting-counts.ts";
import { Field } from "./field.tsx";
import { ChevronDown, ChevronRight } from "./icons.generated.ts";
import { RouteLink } from "./route-link.tsx";
import { Select } from "./select.tsx";
import { Count, countWord, type TabItem } from "./tabs.tsx";

interface SideListItem extends TabItem {
  /** An item without a group is listed above the groups. */
  group?: string | undefined;
  /** Those of one place are one entry, whose parts show while one of them is open. */
  place?: string | undefined;
  summary?: string | undefined;
  /** In crimson, apart from the others. */
  isDanger?: boolean | undefined;
}

interface SideListProps {
  label: string;
  groups: readonly string[];
  items: readonly SideListItem[];
  /** Phones list the items at this address. */
  home?: string | undefined;
}

/** Links; below 900 px of room a select, or with a `home` the list of them there and the way back to it elsewhere. */
export function SideList({ label, groups, items, home }: SideListProps) {
  const filled = [undefined, ...groups].flatMap((group) => {
    const members = items.filter((item) => item.group === group);
    return members.length > 0 ? { group, members } : [];
  });
  const named = filled.map(({ group, members }) => ({
    group,
    members: members.map((item) => (item.place ? { ...item, label: `${item.place}: ${item.label}` } : item)),
  }));
  return (
    <nav aria-label={label}>
      <div className="side-list">
        {filled.map(({ group, members }) => (
          <div key={group ?? ""}>
            {group && <p className="side-group">{group}</p>}
            <ul>
              {placesOf(members).map(({ place, parts }) => (
                <li key={place.to}>
                  <RouteLink to={place.to} aria-current={currentOf(place, parts)}>
                    {place.label}
                    <Count item={place} />
                  </RouteLink>
                  {parts.length > 1 && place.isCurrent && <Parts parts={parts} />}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      {home ? <SideHome label={label} items={items} home={home} /> : <SideSelect label={label} filled={named} />}
    </nav>
  );
}

const currentOf = (place: TabItem, parts: readonly TabItem[]) =>
  place.isCurrent ? (parts.length > 1 ? "true" : "page") : undefined;

const Parts = ({ parts }: { parts: readonly SideListItem[] }) => (
  <ul className="side-parts">
    {parts.map((part) => (
      <li key={part.to}>
        <RouteLink
          to={part.to}
          className={part.isDanger ? "is-danger" : undefined}
          aria-current={part.isCurrent ? "page" : undefined}
        >
          {part.label}
          <Count item={part} />
        </RouteLink>
      </li>
    ))}
  </ul>
);

/** A place counts what its parts count, and leads to the first of them. */
function placesOf(items: readonly SideListItem[]): { place: TabItem; parts: SideListItem[] }[] {
  const names = [...new Set(items.map((item) => item.place ?? item.to))];
  return names.flatMap((name) => {
    const parts = items.filter((item) => (item.place ?? item.to) === name);
    const [first] = parts;
    if (!first) return [];
    const count = parts.reduce((sum, part) => sum + (part.isForOthers ? 0 : (part.count ?? 0)), 0);
    const place = first.place
      ? { to: first.to, label: first.place, isCurrent: parts.some(({ isCurrent }) => isCurrent), count }
      : first;
    return [{ place, parts }];
  });
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
        <h1>{label}</h1>
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
function SideSelect({ label, filled }: SideSelectProps) {
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
