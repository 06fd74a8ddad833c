import { adminName } from "#shared/people/person-name.ts";
import { profileFields } from "#shared/profiles/profile-fields.ts";
import { comparisonMessages } from "#shared/profiles/profile-review-messages.ts";
import type { ReviewEvent, SubmissionReview } from "#shared/profiles/profile-submissions.ts";
import type { MemberProfile } from "#shared/profiles/profiles.ts";
import { longDate } from "#web/lib/format.ts";
import { Chip } from "#web/ui/chip.tsx";
import { Diff } from "#web/ui/icons.generated.ts";
import { factsOf, MemberLinks } from "../directory/member-details.tsx";

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

interface ProfileComparisonProps {
  live: MemberProfile;
  submission: SubmissionReview;
}

/** Side by side; stacked below 720 px. */
function ProfileComparison({ live, submission }: ProfileComparisonProps) {
  const rows = profileFields
    .map(({ name, label }) => ({ label, before: textOf(live[name]), after: textOf(submission[name]) }))
    .filter(({ before, after }) => before !== "" || after !== "");
  const { liveProfile, submission: submitted } = comparisonMessages;
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: a browser drops the roles of a table whose display is changed
    <table className="table comparison-table" role="table">
      <caption className="sr-only">{submission.full_name}: the profile in the directory and the submission</caption>
      <thead role="rowgroup">
        <tr role="row">
          {["Field", liveProfile, submitted].map((header) => (
            <th key={header} scope="col" role="columnheader">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map(({ label, before, after }) => (
          <tr key={label} role="row" className={before === after ? undefined : "is-changed"}>
            <th scope="row" role="rowheader">
              {label}
              {before !== after && <ChangedMark />}
            </th>
            <Cell label={liveProfile} text={before} />
            <Cell label={submitted} text={after} />
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: a browser drops the roles of a table whose display is changed
  );
}

function Cell({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a browser drops the roles of a table whose display is changed
    <td role="cell">
      <span className="comparison-label" aria-hidden="true">
        {label}
      </span>
      {text ? <span className="whitespace-pre-line wrap-anywhere">{text}</span> : <Empty />}
    </td>
  );
}

const Empty = () => <span className="text-ink-3">Empty</span>;

function ChangedMark() {
  return (
    <span className="changed-mark">
      <Diff />
      Changed
    </span>
  );
}

const textOf = (value: string | string[] | null): string =>
  (Array.isArray(value) ? value.join(", ") : (value ?? "")).trim();
