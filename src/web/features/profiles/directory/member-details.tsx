import { ownTierMessages, type Tier, tierLabels } from "#shared/people/people-messages.ts";
import { type ProfileField, profileFields } from "#shared/profiles/profile-fields.ts";
import type { MemberProfile } from "#shared/profiles/profiles.ts";
import { isWebUrl } from "#shared/text-rules.ts";
import { monthOf } from "#web/lib/format.ts";
import { LinkButton } from "#web/ui/link.tsx";
import { ExpertiseChips } from "./expertise-chips.tsx";

interface MemberDetailsProps {
  member: MemberProfile;
  /** The tier is given where its owner wants it shown. */
  tier?: Tier | null | undefined;
}

export function MemberDetails({ member, tier }: MemberDetailsProps) {
  const { bio, created_at, expertise } = member;
  return (
    <>
      {bio?.trim() && (
        <p className="whitespace-pre-line wrap-anywhere" dir="auto">
          {bio.trim()}
        </p>
      )}
      <dl>
        {factsOf(member).map(([term, text]) => (
          <Fact key={term} term={term}>
            {text}
          </Fact>
        ))}
        {tier && <Fact term={ownTierMessages.heading}>{tierLabels[tier]}</Fact>}
        {/* Their membership began before their profile did. */}
        <Fact term="In the directory since">{monthOf(created_at)}</Fact>
      </dl>
      {expertise && expertise.length > 0 && (
        <div>
          <h2 className="field-label mb-2 font-text">Expertise</h2>
          <ExpertiseChips areas={expertise} />
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

type Profile = Pick<MemberProfile, ProfileField["name"]>;

/** Filled in ones, labelled. */
export const factsOf = (member: Profile): [string, string][] =>
  profileFields.flatMap(({ name, fact }) => {
    const text = member[name];
    return fact && typeof text === "string" && text !== "" ? [[fact, text]] : [];
  });

interface MemberLinksProps {
  member: Profile;
  isSmall?: boolean;
}

/** User input: http(s) only, with nofollow. */
export function MemberLinks({ member, isSmall = false }: MemberLinksProps) {
  const links = profileFields.filter(({ link }) => link);
  const shown = links.flatMap(({ name, link }) => {
    const url = member[name];
    return typeof url === "string" && isWebUrl(url) ? [{ label: link, url }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <div className="button-row">
      {shown.map(({ label, url }) => (
        <LinkButton key={label} to={url} variant="outline" isSmall={isSmall} isNofollow>
          {label}
        </LinkButton>
      ))}
    </div>
  );
}
