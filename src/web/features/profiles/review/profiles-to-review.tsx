import { useState } from "react";
import { decisionMessages } from "#shared/audit/admin-messages.ts";
import { adminName } from "#shared/people/person-name.ts";
import { profileFields } from "#shared/profiles/profile-fields.ts";
import { comparisonMessages, reviewFilters } from "#shared/profiles/profile-submission-messages.ts";
import type { ReviewEvent, Submission, SubmissionReview } from "#shared/profiles/profile-submissions.ts";
import type { MemberProfile } from "#shared/profiles/profiles.ts";
import { maximumTextLength } from "#shared/text-rules.ts";
import { focusAfterDecision, useFocusOnLeaving, useKeptDecisions, withKept } from "#web/lib/decisions.ts";
import { longDate } from "#web/lib/format.ts";
import { oneOf, useSearchState } from "#web/lib/search-state.ts";
import { useCurrentUserId, useOwnName } from "#web/lib/session.ts";
import { useList } from "#web/lib/use-list.ts";
import { useSessionStorage } from "#web/lib/use-session-storage.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { StatusBadge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Check, Diff } from "#web/ui/icons.generated.ts";
import { Textarea } from "#web/ui/input.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { PersonRow } from "#web/ui/person-row.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { CardSkeletons } from "#web/ui/skeleton.tsx";
import { ViewRail } from "#web/ui/view-rail.tsx";
import { positionLine } from "../directory/member-card.tsx";
import { factsOf, MemberLinks } from "../directory/member-details.tsx";
import { type Review, reviewListId, usePendingReviews, useReview } from "./use-review.ts";

const reviewSearch = { status: oneOf(reviewFilters.map(({ value }) => value)) };

export function ProfilesToReview() {
  const {
    state: { status },
    change,
  } = useSearchState(reviewSearch);
  const list = useList<SubmissionReview>({
    path: "/member-profile-submissions",
    parameters: { status },
    failureMessage: "Failed to fetch submissions.",
  });
  const underWay = usePendingReviews();
  const by = useOwnName();
  const { kept, keep, refuse, markDecidedBefore, forgetAll } = useKeptDecisions<SubmissionReview>(
    underWay.map(({ submission }) => submission.id),
  );
  const reviewing = {
    onDecide: (review: Review) => {
      const decided = decidedAs({ ...review, at: new Date().toISOString(), by });
      keep(decided, decided.status === "approved" ? "approved" : "rejected");
    },
    onRefused: refuse,
    onDecidedBefore: markDecidedBefore,
  };
  const shown = list.items?.map((submission) => {
    const review = underWay.find((one) => one.submission.id === submission.id);
    return review && submission.status === "pending" ? decidedAs({ ...review, by }) : submission;
  });
  return (
    <ViewRail
      heading="Profiles to Review"
      tools={
        <Segments
          label="Status"
          value={status}
          options={reviewFilters}
          onChange={(next) => {
            forgetAll();
            change({ status: next }, { replace: true });
          }}
        />
      }
    >
      <div id={reviewListId} tabIndex={-1} className="outline-none">
        <ListView
          list={list}
          items={shown && withKept(shown, status === "pending" ? kept : [], ({ submitted_at }) => submitted_at)}
          noun="submissions"
          loading={<CardSkeletons label="Loading submissions" className="grid gap-4" />}
          empty={emptyWords(status)}
        >
          {(submissions) => {
            const next = submissions.find(({ can }) => can.approve);
            return (
              <ul className="grid gap-4">
                {submissions.map((submission) => {
                  const decided = kept.find(({ item }) => item.id === submission.id);
                  return (
                    <li
                      key={submission.id}
                      id={submission.id}
                      tabIndex={-1}
                      className="grid"
                      style={{ minHeight: decided?.height }}
                      data-decided={decided ? "" : undefined}
                    >
                      {decided || submission.status === "pending" ? (
                        <SubmissionCard
                          submission={submission}
                          isDecidedByAnother={decided?.status === null && status === "pending"}
                          isNext={submission === next}
                          reviewing={reviewing}
                        />
                      ) : (
                        <ReviewedSubmission submission={submission} />
                      )}
                    </li>
                  );
                })}
              </ul>
            );
          }}
        </ListView>
      </div>
    </ViewRail>
  );
}

const nothing = { approve: false, reject: false, revise: false };

const emptyWords = (status: string) =>
  status
    ? { title: `No ${status} submissions`, text: "Choose another status to see the rest." }
    : { title: "No submissions yet", text: "A profile that a member submits waits here for you." };

interface Decided extends Review {
  at: string;
  /** The current admin. */
  by: string | null;
}

function decidedAs({ submission, decision, admin_notes, at, by }: Decided): SubmissionReview {
  const status = decision === "approve" ? "approved" : "rejected";
  const history = [...submission.history, { kind: status, at, by } as const];
  return { ...submission, status, reviewed_at: at, admin_notes, history, can: nothing };
}

interface SubmissionCardProps {
  /** Pending, or decided since the list was opened. */
  submission: SubmissionReview;
  isDecidedByAnother: boolean;
  /** The first that waits: its button alone is filled. */
  isNext: boolean;
  reviewing: Reviewing;
}

function SubmissionCard({ submission, isDecidedByAnother, isNext, reviewing }: SubmissionCardProps) {
  const { full_name, profile_image_url, status, admin_notes, history, can } = submission;
  return (
    <Card className="grid gap-5 p-5 min-[53.75rem]:grid-cols-[minmax(0,1fr)_20rem] min-[53.75rem]:gap-10 min-[53.75rem]:p-7">
      <div className="grid min-w-0 content-start gap-3.5">
        <div className="who">
          <Avatar name={full_name} imageUrl={profile_image_url} />
          <div>
            <h2 className="d4">{full_name}</h2>
            <p className="small muted">{positionLine(submission)}</p>
          </div>
        </div>
        <div className="grid justify-items-start gap-1.5">
          {isDecidedByAnother ? (
            <span className="note">{decisionMessages.decidedByAnother}</span>
          ) : (
            <StatusBadge status={status} />
          )}
          <ReviewHistory history={isDecidedByAnother ? history.slice(0, -1) : history} owner={full_name} />
        </div>
        <SubmittedProfile submission={submission} />
        {admin_notes && !isDecidedByAnother && (
          <AdminNotes label={status === "pending" ? "Notes of the last rejection" : "Notes"} notes={admin_notes} />
        )}
      </div>
      {(can.approve || can.reject) && <ReviewActions submission={submission} isNext={isNext} reviewing={reviewing} />}
    </Card>
  );
}

function ReviewedSubmission({ submission }: { submission: SubmissionReview }) {
  const { full_name, profile_image_url, status, admin_notes, history } = submission;
  return (
    <PersonRow
      name={full_name}
      imageUrl={profile_image_url}
      notes={<ReviewHistory history={history} owner={full_name} />}
      end={<StatusBadge status={status} />}
    >
      {admin_notes && <AdminNotes label="Notes" notes={admin_notes} />}
      <details className="fold">
        <summary>
          What was submitted<span className="sr-only"> by {full_name}</span>
        </summary>
        <div className="grid gap-3.5 pt-3">
          <SubmittedProfile submission={submission} />
        </div>
      </details>
    </PersonRow>
  );
}

const notesMinimumHeightPx = 80;

/** The callbacks keep a decided submission at its place. */
interface Reviewing {
  onDecide: (review: Review) => void;
  onRefused: (submission: Submission) => void;
  onDecidedBefore: (submission: Submission) => void;
}

interface ReviewActionsProps {
  submission: SubmissionReview;
  isNext: boolean;
  reviewing: Reviewing;
}

function ReviewActions({ submission, isNext, reviewing }: ReviewActionsProps) {
  const currentUserId = useCurrentUserId();
  // Keyed by version.
  const [notes, setNotes] = useSessionStorage(
    `review-notes:${currentUserId}:${submission.id}:${submission.submitted_at}`,
  );
  const { mutate } = useReview({ ...reviewing, onDecided: () => setNotes("") });
  const [isAsking, setAsking] = useState(false);
  const focusOnLeaving = useFocusOnLeaving();
  const decide = (decision: "approve" | "reject", admin_notes: string | null) => {
    focusOnLeaving(focusAfterDecision(submission.id, reviewListId));
    const review = { submission, decision, admin_notes };
    reviewing.onDecide(review);
    mutate(review);
  };
  const reject = () => decide("reject", notes.trim() || null);
  return (
    <div className="grid content-start gap-3">
      <Field label="Notes" isOptional optionalNote="sent if you reject">
        <Textarea
          className="field-sizing-content max-h-80"
          minimumHeightPx={notesMinimumHeightPx}
          rows={3}
          maxLength={maximumTextLength}
          value={notes}
          onChange={(event) => setNotes(event.target.value)}
        />
      </Field>
      <div className="grid grid-cols-[1fr_1fr] gap-[0.6rem]">
        {submission.can.approve && (
          <Button
            className="px-3!"
            variant={isNext ? "secondary" : "outline"}
            onClick={() => decide("approve", submission.admin_notes)}
          >
            <Check />
            Approve<span className="sr-only"> {submission.full_name}</span>
          </Button>
        )}
        {submission.can.reject && (
          <Button className="px-3!" variant="danger" onClick={() => (notes.trim() === "" ? setAsking(true) : reject())}>
            Reject<span className="sr-only"> {submission.full_name}</span>
          </Button>
        )}
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Reject ${submission.full_name} without notes?`}
        text="They are told by email at once. Notes would say what to change."
        confirmLabel="Reject submission"
        onConfirm={reject}
      />
    </div>
  );
}

function SubmittedProfile({ submission }: { submission: SubmissionReview }) {
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

function AdminNotes({ label, notes }: { label: string; notes: string }) {
  return (
    <div className="max-w-(--measure) border-line border-l-4 pl-4">
      <p className="field-label">{label}</p>
      <p className="small muted whitespace-pre-line wrap-anywhere">{notes}</p>
    </div>
  );
}

interface ReviewHistoryProps {
  history: ReviewEvent[];
  /** The history does not name the owner again for their own acts. */
  owner: string;
}

function ReviewHistory({ history, owner }: ReviewHistoryProps) {
  return (
    <ol className="small muted num grid gap-0.5" aria-label="History">
      {history.map(({ kind, at, by }) => (
        <li key={`${kind} ${at}`} className="wrap-anywhere">
          {comparisonMessages.events[kind]} <time dateTime={at}>{longDate(at)}</time>
          {by !== owner && ` by ${adminName(by)}`}
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
      <span className="block text-note text-ink-3 min-[45rem]:hidden" aria-hidden="true">
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
