import { useSearchParams } from "react-router";
import { LinkChip, MoreChip } from "#web/ui/chip.tsx";
import { filterOf, isSameTerm, withFilter } from "./directory-filter.ts";

interface ExpertiseChipsProps {
  areas: string[];
  /** How many are shown before "+N more"; all without one. */
  limit?: number;
}

/** Each links to the members who share it. */
export function ExpertiseChips({ areas, limit = areas.length }: ExpertiseChipsProps) {
  const [address] = useSearchParams();
  if (areas.length === 0) return null;
  const { expertise } = filterOf(address);
  const more = areas.length - limit;
  return (
    <div className="chips">
      {areas.slice(0, limit).map((area) => (
        <LinkChip
          key={area}
          to={`?${withFilter(address, { expertise: area })}`}
          purpose="Members with expertise in"
          isCurrent={isSameTerm(area, expertise)}
        >
          {area}
        </LinkChip>
      ))}
      {more > 0 && <MoreChip count={more} />}
    </div>
  );
}
