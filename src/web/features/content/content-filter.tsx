import type { Ref } from "react";
import {
  type ContentKind,
  type ContentState,
  contentKindLabels,
  contentKinds,
  contentStateLabels,
  contentStates,
} from "#shared/content-messages.ts";
import { Field } from "#web/ui/field.tsx";
import { SearchBox } from "#web/ui/list/search-box.tsx";
import { Segments } from "#web/ui/segments.tsx";
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

const states = [
  { value: "", label: "All" },
  ...contentStates.map((state) => ({ value: state, label: contentStateLabels[state] })),
] as const;

export function ContentFilter({ filter, onChange, ref }: ContentFilterProps) {
  return (
    <search>
      <SearchBox words={filter.q} onSearch={(q) => onChange({ q })} placeholder="Part of a title" ref={ref} />
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
      <Segments label="State" value={filter.status} options={states} onChange={(status) => onChange({ status })} />
    </search>
  );
}
