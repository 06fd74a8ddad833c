import type { Ref } from "react";
import { type InvitationState, invitationStateLabels, invitationStates } from "#shared/invitation-messages.ts";
import { Filters } from "#web/ui/list/filters.tsx";
import { SearchBox } from "#web/ui/list/search-box.tsx";
import { Segments } from "#web/ui/segments.tsx";

interface Filter {
  q: string;
  status: InvitationState | "";
}

interface InvitationFilterProps {
  filter: Filter;
  onChange: (changes: Partial<Filter>) => void;
  ref: Ref<HTMLInputElement>;
}

const options = [
  { value: "", label: "All" },
  ...invitationStates.map((state) => ({ value: state, label: invitationStateLabels[state] })),
] as const;

export function InvitationFilter({ filter, onChange, ref }: InvitationFilterProps) {
  return (
    <Filters
      searchBox={
        <SearchBox words={filter.q} onSearch={(q) => onChange({ q })} placeholder="Part of an email" ref={ref} />
      }
      active={filter.status ? 1 : 0}
    >
      <Segments label="Status" value={filter.status} options={options} onChange={(status) => onChange({ status })} />
    </Filters>
  );
}
