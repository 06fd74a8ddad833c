import type { MemberProfile } from "#shared/profiles.ts";
import { isWebUrl } from "#shared/web-url.ts";
import { monthOf } from "#web/lib/member-dates.ts";
import { LinkButton } from "#web/ui/link.tsx";
import { SkillChips } from "./skill-chips.tsx";

/** All of a profile below its name. */
export function MemberDetails({ member }: { member: MemberProfile }) {
  const { bio, location, services_offered, created_at, expertise } = member;
  return (
    <>
      {bio?.trim() && (
        <p className="whitespace-pre-line wrap-anywhere" dir="auto">
          {bio.trim()}
        </p>
      )}
      <dl>
        {location && <Fact term="Location">{location}</Fact>}
        {services_offered && <Fact term="Offers">{services_offered}</Fact>}
        <Fact term="Member since">{monthOf(created_at)}</Fact>
      </dl>
      {expertise && expertise.length > 0 && (
        <div>
          <h3 className="field-label mb-2 font-text">Expertise</h3>
          <SkillChips skills={expertise} />
        </div>
      )}
      <MemberLinks member={member} />
    </>
  );
}

function Fact({ term, children }: { term: string; children: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className="whitespace-pre-line wrap-anywhere" dir="auto">
        {children}
      </dd>
    </div>
  );
}

interface MemberLinksProps {
  member: Pick<MemberProfile, "linkedin_url" | "website_url">;
  isSmall?: boolean;
}

/** Addresses that members typed: shown only if they lead to the web, and never vouched for. */
export function MemberLinks({ member: { linkedin_url, website_url }, isSmall = false }: MemberLinksProps) {
  const links = [
    { label: "LinkedIn", url: linkedin_url, variant: "pine" },
    { label: "Website", url: website_url, variant: "line" },
  ] as const;
  const shown = links.filter(({ url }) => url && isWebUrl(url));
  if (shown.length === 0) return null;
  return (
    <div className="button-row">
      {shown.map(({ label, url, variant }) => (
        <LinkButton key={label} to={url ?? ""} variant={variant} isSmall={isSmall} isNofollow>
          {label}
        </LinkButton>
      ))}
    </div>
  );
}
