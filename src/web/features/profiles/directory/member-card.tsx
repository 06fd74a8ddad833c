import { cardExpertiseCount } from "#shared/profiles/profile-messages.ts";
import type { MemberProfile } from "#shared/profiles/profiles.ts";
import { useSearchState } from "#web/lib/search-state.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { MapPin } from "#web/ui/icons.generated.ts";
import { LinkButton } from "#web/ui/link.tsx";
import { directorySearch } from "./directory-search.ts";
import { ExpertiseChips } from "./expertise-chips.tsx";

export function MemberCard({ member }: { member: MemberProfile }) {
  const { id, full_name, bio, location, profile_image_url } = member;
  const { linkTo } = useSearchState(directorySearch);
  return (
    <li className="card member-card">
      <div className="who">
        <Avatar name={full_name} imageUrl={profile_image_url} />
        <div>
          <h2 className="d4 line-clamp-2" dir="auto">
            {full_name}
          </h2>
          <p className="small muted line-clamp-2" dir="auto">
            {positionLine(member)}
          </p>
        </div>
      </div>
      {bio?.trim() && (
        <p className="clamp-3" dir="auto">
          {bio}
        </p>
      )}
      <ExpertiseChips areas={member.expertise ?? []} limit={cardExpertiseCount} />
      <div className="member-card-foot">
        {location ? <Place name={location} /> : <span />}
        <LinkButton to={linkTo({ member: id })} variant="outline" isSmall>
          <span>
            View profile<span className="sr-only"> of {full_name}</span>
          </span>
        </LinkButton>
      </div>
    </li>
  );
}

function Place({ name }: { name: string }) {
  return (
    <span className="place">
      <MapPin aria-hidden="true" />
      <span className="line-clamp-2 wrap-anywhere">{name}</span>
    </span>
  );
}

export const positionLine = ({ position, company }: Pick<MemberProfile, "position" | "company">): string =>
  [position, company].filter(Boolean).join(", ");
