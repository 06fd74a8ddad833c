import { adminName } from "#shared/people/person-name.ts";
import { comparisonMessages } from "#shared/profiles/profile-review-messages.ts";
import type { ReviewEvent, SubmissionReview } from "#shared/profiles/profile-submissions.ts";
import { longDate } from "#web/lib/format.ts";
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

export function AdminNotes({ label, notes }: { label: string; notes: string }) {
  return (
    <div className="max-w-(--measure) border-line border-l-4 pl-4">
      <p className="field-label">{label}</p>
      <p className="small muted whitespace-pre-line wrap-anywhere">{notes}</p>
    </div>
  );
}

export function ReviewHistory({ history }: { history: ReviewEvent[] }) {
  return (
    <ol className="small muted num grid gap-0.5" aria-label="History">
      {history.map(({ kind, at, by }) => (
        <li key={`${kind} ${at}`} className="wrap-anywhere">
          {comparisonMessages.events[kind]} <time dateTime={at}>{longDate(at)}</time> by {adminName(by)}
        </li>
      ))}
    </ol>
  );
}
