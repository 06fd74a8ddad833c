import type { SubmissionReview } from "#shared/profile-reviews.ts";
import { Chip } from "#web/ui/chip.tsx";
import { factsOf, MemberLinks } from "../directory/member-details.tsx";
import { ProfileComparison } from "./profile-comparison.tsx";

export function SubmittedProfile({ submission }: { submission: SubmissionReview }) {
  const { live_profile, bio } = submission;
  const facts = factsOf(submission);
  return (
    <>
      {live_profile ? (
        <ProfileComparison live={live_profile} submission={submission} />
      ) : (
        <>
          {bio?.trim() && <p className="max-w-(--measure) whitespace-pre-line wrap-anywhere">{bio.trim()}</p>}
          <Expertise areas={submission.expertise ?? []} />
          {facts.length > 0 && (
            <dl className="small grid max-w-(--measure) gap-1">
              {facts.map(([term, text]) => (
                <Fact key={term} term={term}>
                  {text}
                </Fact>
              ))}
            </dl>
          )}
        </>
      )}
      <MemberLinks member={submission} isSmall />
    </>
  );
}

function Expertise({ areas }: { areas: string[] }) {
  if (areas.length === 0) return null;
  return (
    <div className="chips">
      {areas.map((area) => (
        <Chip key={area}>{area}</Chip>
      ))}
    </div>
  );
}

function Fact({ term, children }: { term: string; children: string }) {
  return (
    <div className="grid grid-cols-[5rem_minmax(0,1fr)] gap-2">
      <dt className="text-ink-3">{term}</dt>
      <dd className="whitespace-pre-line wrap-anywhere">{children}</dd>
    </div>
  );
}
