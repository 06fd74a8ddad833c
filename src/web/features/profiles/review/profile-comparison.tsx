import { profileFields } from "#shared/profiles/profile-fields.ts";
import { comparisonMessages } from "#shared/profiles/profile-review-messages.ts";
import type { SubmissionReview } from "#shared/profiles/profile-submissions.ts";
import type { MemberProfile } from "#shared/profiles/profiles.ts";
import { Diff } from "#web/ui/icons.generated.ts";

interface ProfileComparisonProps {
  live: MemberProfile;
  submission: SubmissionReview;
}

/** Side by side; stacked below 720 px. */
export function ProfileComparison({ live, submission }: ProfileComparisonProps) {
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
