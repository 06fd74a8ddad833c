import { Link, useSearchParams } from "react-router";
import { shownCount } from "#shared/waiting-counts.ts";
import { classNames } from "./class-names.ts";

export interface TabItem<Value extends string = string> {
  value: Value;
  label: string;
  /** How many wait behind it; none shows nothing. */
  count?: number | undefined;
  /** They wait for somebody else, so that their number asks nothing of the reader. */
  isForOthers?: boolean;
}

interface TabsProps {
  /** Names the row for assistive technology. */
  label: string;
  /** The parameter of the address that holds the choice. */
  parameter: string;
  items: readonly TabItem[];
}

/**
 * The choice that stands in the address, the first item if none or an unknown one does.
 * An item that is not offered (a tab for admins only) cannot be reached by its address either.
 */
export function useTab<Value extends string>(parameter: string, items: readonly TabItem<Value>[]): Value | undefined {
  const [search] = useSearchParams();
  const asked = search.get(parameter);
  return (items.find((item) => item.value === asked) ?? items[0])?.value;
}

interface RowOfTabsProps extends TabsProps {
  /** The one whose content shows, which may be none of them. */
  current: string | undefined;
}

/** Links in three or four equal columns. Choosing one starts its page afresh: other parameters are dropped. */
export function Tabs({ label, parameter, items, current }: RowOfTabsProps) {
  return (
    <nav className={classNames("tabs", items.length === 4 ? "tabs-4" : "tabs-3")} aria-label={label}>
      {items.map((item) => (
        <Link key={item.value} to={{ search: `?${parameter}=${item.value}` }} aria-current={ariaCurrent(item, current)}>
          {item.label}
          <Count item={item} />
        </Link>
      ))}
    </nav>
  );
}

/** Links inside one tab, which they keep in the address. */
export function SubTabs({ label, parameter, within, items }: TabsProps & { within: string }) {
  const current = useTab(parameter, items);
  const [search] = useSearchParams();
  const outer = search.get(within);
  const address = (value: string) => {
    const query = new URLSearchParams(outer ? { [within]: outer, [parameter]: value } : { [parameter]: value });
    return { search: `?${query}` };
  };
  return (
    <nav className="sub-tabs" aria-label={label}>
      {items.map((item) => (
        <Link key={item.value} to={address(item.value)} aria-current={ariaCurrent(item, current)}>
          {item.label}
          <Count item={item} />
        </Link>
      ))}
    </nav>
  );
}

const ariaCurrent = (item: TabItem, current: string | undefined) => (item.value === current ? "page" : undefined);

function Count({ item: { count, isForOthers } }: { item: TabItem }) {
  if (!count) return null;
  return (
    <>
      {" "}
      <span className={classNames("tab-count", isForOthers && "tab-count-quiet")}>
        {shownCount(count)}
        <span className="sr-only">{isForOthers ? " unused" : " waiting"}</span>
      </span>
    </>
  );
}
