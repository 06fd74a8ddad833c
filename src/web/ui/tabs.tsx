import { shownCount } from "#shared/waiting-counts/waiting-counts.ts";
import { classNames } from "./class-names.ts";
import { RouteLink } from "./route-link.tsx";

export interface TabItem {
  to: string;
  label: string;
  isCurrent: boolean;
  /** 0 shows nothing. */
  count?: number | undefined;
  /** A quiet number: they wait for somebody else. */
  isForOthers?: boolean | undefined;
  /** Left out on phones while another one is current. */
  isWideOnly?: boolean | undefined;
}

interface TabsProps {
  label: string;
  items: readonly TabItem[];
}

/** Links in three or four equal columns. */
export function Tabs({ label, items }: TabsProps) {
  return (
    <TabLinks className={classNames("tabs", items.length === 4 ? "tabs-4" : "tabs-3")} label={label} items={items} />
  );
}

/** Links inside one tab. */
export function SubTabs(props: TabsProps) {
  return <TabLinks className="sub-tabs" {...props} />;
}

/** Links inside one screen: words over a line. */
export function WordTabs(props: TabsProps) {
  return <TabLinks className="word-tabs" {...props} />;
}

function TabLinks({ className, label, items }: TabsProps & { className: string }) {
  return (
    <nav className={className} aria-label={label}>
      {items.map((item) => (
        <RouteLink
          key={item.to}
          to={item.to}
          className={item.isWideOnly ? "is-wide-only" : undefined}
          aria-current={item.isCurrent ? "page" : undefined}
        >
          {item.label}
          <Count item={item} />
        </RouteLink>
      ))}
    </nav>
  );
}

export function Count({ item }: { item: TabItem }) {
  const { count, isForOthers } = item;
  if (!count) return null;
  return (
    <>
      {" "}
      <span className={classNames("tab-count", isForOthers && "tab-count-quiet")}>
        {shownCount(count)}
        <span className="sr-only"> {countWord(item)}</span>
      </span>
    </>
  );
}

export const countWord = ({ isForOthers }: TabItem): string => (isForOthers ? "unused" : "waiting");
