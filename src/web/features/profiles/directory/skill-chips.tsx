import { useSearchParams } from "react-router";
import { LinkChip, MoreChip } from "#web/ui/chip.tsx";
import { filterOf, isSameTerm, withFilter } from "./directory-filter.ts";

interface SkillChipsProps {
  skills: string[];
  /** How many are shown before "+N more"; all without one. */
  limit?: number;
}

/** A person's skills, each a link to everybody who has it. */
export function SkillChips({ skills, limit = skills.length }: SkillChipsProps) {
  const [address] = useSearchParams();
  if (skills.length === 0) return null;
  const { expertise } = filterOf(address);
  const more = skills.length - limit;
  return (
    <div className="chips">
      {skills.slice(0, limit).map((skill) => (
        <LinkChip
          key={skill}
          to={`?${withFilter(address, { expertise: skill })}`}
          purpose="Members with expertise in"
          isCurrent={isSameTerm(skill, expertise)}
        >
          {skill}
        </LinkChip>
      ))}
      {more > 0 && <MoreChip count={more} />}
    </div>
  );
}
