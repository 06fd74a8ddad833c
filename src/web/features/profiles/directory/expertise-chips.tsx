import { text, useSearchState } from "#web/lib/search-state.ts";
import { LinkChip, MoreChip } from "#web/ui/chip.tsx";
import { directorySearch, isSameTerm } from "./directory-search.ts";

/** Of the list, from wherever the chips are shown. */
const chipSearch = { ...directorySearch, view: text };

interface ExpertiseChipsProps {
  areas: string[];
  /** Unlimited by default. */
  limit?: number;
}

export function ExpertiseChips({ areas, limit = areas.length }: ExpertiseChipsProps) {
  const { state, linkTo } = useSearchState(chipSearch);
  if (areas.length === 0) return null;
  const more = areas.length - limit;
  return (
    <div className="chips">
      {areas.slice(0, limit).map((area) => (
        <LinkChip
          key={area}
          to={linkTo({ expertise: area, member: "", view: "" })}
          purpose="Members with expertise in"
          isCurrent={isSameTerm(area, state.expertise)}
        >
          {area}
        </LinkChip>
      ))}
      {more > 0 && <MoreChip count={more} />}
    </div>
  );
}
