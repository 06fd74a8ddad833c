import { directoryMessages } from "#shared/profile-messages.ts";
import type { MemberProfile } from "#shared/profiles.ts";
import { RemovableChip } from "#web/ui/chip.tsx";
import type { ListState } from "#web/ui/list/list-state.ts";
import type { DirectoryFilter } from "./directory-search.ts";

interface DirectoryFoundProps {
  list: ListState<MemberProfile>;
  filter: DirectoryFilter;
  onRemove: (part: "expertise" | "location") => void;
}

/** Count and filter chips; the search text is in its box. */
export function DirectoryFound({ list, filter, onRemove }: DirectoryFoundProps) {
  const { items, hasNextPage, isPlaceholderData } = list;
  const parts = (["expertise", "location"] as const).filter((part) => filter[part] !== "");
  return (
    <div className="directory-found">
      {items && items.length > 0 && (
        <p className="note num">
          {isPlaceholderData ? directoryMessages.searching : directoryMessages.count(items.length, hasNextPage)}
        </p>
      )}
      {parts.map((part) => (
        <RemovableChip key={part} label={filter[part]} onRemove={() => onRemove(part)} />
      ))}
    </div>
  );
}
