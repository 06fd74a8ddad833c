import type { Ref } from "react";
import {
  type ContentKind,
  type ContentState,
  contentKindLabels,
  contentKinds,
  contentStateLabels,
  contentStates,
} from "#shared/content/content-messages.ts";
import { Field } from "#web/ui/field.tsx";
import { Filters } from "#web/ui/list/filters.tsx";
import { SearchBox } from "#web/ui/list/search-box.tsx";
import { Select } from "#web/ui/select.tsx";

interface Filter {
  q: string;
  kind: ContentKind | "";
  status: ContentState | "";
}

interface ContentFilterProps {
  filter: Filter;
  onChange: (changes: Partial<Filter>) => void;
  ref: Ref<HTMLInputElement>;
}

export function ContentFilter({ filter, onChange, ref }: ContentFilterProps) {
  return (
    <Filters
      searchBox={
        <SearchBox words={filter.q} onSearch={(q) => onChange({ q })} placeholder="Part of a title" ref={ref} />
      }
      active={[filter.kind, filter.status].filter(Boolean).length}
    >
      <Field label="Kind" className="w-32">
        <Select value={filter.kind} onChange={(event) => onChange({ kind: event.target.value as Filter["kind"] })}>
          <option value="">All kinds</option>
          {contentKinds.map((kind) => (
            <option key={kind} value={kind}>
              {contentKindLabels[kind]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="State" className="w-34">
        <Select
          value={filter.status}
          onChange={(event) => onChange({ status: event.target.value as Filter["status"] })}
        >
          <option value="">Any state</option>
          {contentStates.map((state) => (
            <option key={state} value={state}>
              {contentStateLabels[state]}
            </option>
          ))}
        </Select>
      </Field>
    </Filters>
  );
}
