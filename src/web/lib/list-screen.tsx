import { type ReactNode, useId, useRef, useState } from "react";
import { Download } from "#web/ui/icons.generated.ts";
import { FilterChoice, Filters } from "#web/ui/list/filters.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { SearchBox } from "#web/ui/list/search-box.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { DownloadButton } from "./download-button.tsx";
import { oneOf, text, useSearchState } from "./search-state.ts";
import { useList, withQuery } from "./use-list.ts";

export interface ListFilter {
  /** The address has this parameter. It must not be `state`, which an address back from Google has. */
  name: string;
  /** Of the API, where it has another name. */
  parameter?: string;
  label: string;
  /** The label belongs to the option that filters nothing. */
  all: string;
  options: readonly { value: string; label: string }[];
  /** Reads it in the address, where the options are loaded. */
  read?: (typed: string) => string;
  width?: string;
  /** The options are side by side. */
  isSegments?: boolean;
}

export interface Selection {
  /** The set holds ids. */
  chosen: ReadonlySet<string>;
  choose: (chosen: ReadonlySet<string>) => void;
  toggle: (id: string) => void;
}

interface Words {
  title: string;
  text: string;
}

interface ListScreenProps<Item> {
  title: string;
  /** The page around the list has its own name and focus. */
  isInPage?: boolean;
  /** Below the screen's first block. */
  isBlock?: boolean;
  path: string;
  /** "members". */
  noun: string;
  /** The list's failure message names this thing. */
  thing?: string;
  loading: string;
  /** Title of the toast when it cannot be loaded. */
  failed?: string;
  search?: string;
  filters?: readonly ListFilter[];
  filtersLabel?: string;
  /** Every request has these parameters. */
  fixed?: Record<string, string>;
  /** The tools come before the filters. */
  tools?: ReactNode;
  /** A file of what is listed. */
  exportTo?: { path: string; label: string; busy: string; failed: string };
  above?: ReactNode;
  caption?: string;
  /** The first one names the row. */
  columns?: readonly RecordColumn<Item>[];
  rowKey?: (item: Item) => string;
  /** Marked rows wait for somebody. */
  isMarked?: (item: Item) => boolean;
  isRoomy?: boolean;
  /** Replaces the table of the columns. @param isWhole nothing more can be loaded. */
  table?: (items: Item[], isWhole: boolean) => ReactNode;
  /** Applies pending mutations. */
  shown?: (items: Item[]) => Item[];
  /** Tick boxes: their column comes first; the bar above the table acts on what is chosen. */
  selection?: {
    bar: (items: Item[], selection: Selection) => ReactNode;
    column: (items: Item[], selection: Selection) => RecordColumn<Item>;
  };
  empty: Words;
  nothing?: Words & { showAll: string };
}

/** A list with its search and filters, which the address keeps. */
export function ListScreen<Item extends { id: string }>(props: ListScreenProps<Item>) {
  const {
    title,
    isInPage,
    isBlock,
    path,
    noun,
    thing,
    loading,
    failed,
    search,
    filters = [],
    fixed,
    tools,
    above,
    exportTo,
  } = props;
  const {
    caption = "",
    columns = [],
    rowKey = ({ id }) => id,
    isMarked,
    isRoomy,
    table,
    shown,
    selection,
    nothing,
  } = props;
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const schema: Record<string, (typed: string) => string> = search ? { q: text } : {};
  for (const { name, options, read = oneOf(options.map(({ value }) => value)) } of filters) schema[name] = read;
  const { state, change } = useSearchState(schema);
  const parameters = Object.fromEntries([
    ["q", state.q ?? ""],
    ...filters.map(({ name, parameter = name }) => [parameter, state[name] ?? ""]),
  ]);
  const list = useList<Item>({
    path,
    parameters: { ...parameters, ...fixed },
    ...(failed && { failureMessage: failed }),
  });
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) => choose(toggled(chosen, id));
  const narrow = (changes: Record<string, string>) => change(changes, { replace: true });
  const onClear = () => {
    narrow(Object.fromEntries(Object.keys(state).map((name) => [name, ""])));
    box.current?.focus();
  };
  const isFiltered = Object.values(parameters).some((value) => value !== "");
  const searchBox = (
    <SearchBox words={state.q ?? ""} onSearch={(q) => narrow({ q })} placeholder={search ?? ""} ref={box} />
  );
  return (
    // The focus comes here when an action takes its button away.
    <section {...(!isInPage && { "aria-labelledby": id, tabIndex: -1 })} className="outline-none">
      <ViewHead id={id} title={title} isBlock={isBlock}>
        {tools}
        {filters.length === 0 ? (
          <>
            {search && <search>{searchBox}</search>}
            {exportTo && <Export {...exportTo} parameters={parameters} />}
          </>
        ) : (
          <Filters
            {...(props.filtersLabel && { label: props.filtersLabel })}
            searchBox={searchBox}
            active={filters.filter(({ name }) => state[name]).length}
            beside={exportTo && <Export {...exportTo} parameters={parameters} />}
          >
            {filters.map((filter) => (
              <Filter
                key={filter.name}
                filter={filter}
                value={state[filter.name] ?? ""}
                onChange={(value) => narrow({ [filter.name]: value })}
              />
            ))}
          </Filters>
        )}
      </ViewHead>
      {above}
      <ListView
        list={list}
        items={list.items && shown?.(list.items)}
        noun={noun}
        thing={thing}
        loading={loading}
        empty={isFiltered && nothing ? { ...nothing, clear: { label: nothing.showAll, onClear } } : props.empty}
      >
        {(items) =>
          table?.(items, !list.hasNextPage) ?? (
            <>
              {selection?.bar(items, { chosen, choose, toggle })}
              <RecordTable
                caption={caption}
                columns={selection ? [selection.column(items, { chosen, choose, toggle }), ...columns] : columns}
                rows={items}
                rowKey={rowKey}
                isMarked={isMarked}
                isDense={!isRoomy}
              />
            </>
          )
        }
      </ListView>
    </section>
  );
}

interface FilterProps {
  filter: ListFilter;
  value: string;
  onChange: (value: string) => void;
}

function Filter({ filter: { label, all, options, width, isSegments }, value, onChange }: FilterProps) {
  if (!isSegments) return <FilterChoice {...{ label, all, value, options, width, onChange }} />;
  return <Segments label={label} value={value} options={[{ value: "", label: all }, ...options]} onChange={onChange} />;
}

interface ExportProps extends NonNullable<ListScreenProps<{ id: string }>["exportTo"]> {
  parameters: Record<string, string>;
}

function Export({ path, parameters, label, busy, failed }: ExportProps) {
  return (
    <DownloadButton path={withQuery(path, parameters)} busy={busy} failed={failed}>
      <Download />
      {label}
    </DownloadButton>
  );
}

function toggled(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return next;
}
