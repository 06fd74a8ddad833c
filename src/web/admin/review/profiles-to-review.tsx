import { reviewMessages, type Submission } from "#shared/member-profile-submissions.ts";
import { otherSkeletonCount } from "#shared/member-profiles.ts";
import { ListView } from "#web/members/list-view.tsx";
import { queryKeys } from "#web/members/query-keys.ts";
import { useList } from "#web/members/use-list.ts";
import { ViewRail } from "#web/members/view-rail.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { CardSkeletons } from "#web/ui/skeleton.tsx";
import { PendingSubmission } from "./pending-submission.tsx";
import { ReviewedSubmission } from "./reviewed-submission.tsx";

export function ProfilesToReview() {
  const list = useList<Submission>({
    queryKey: queryKeys.submissions,
    path: "/member-profile-submissions",
    failureMessage: reviewMessages.fetchFailed,
  });
  return (
    <ViewRail heading="Profiles to Review">
      <ListView
        list={list}
        noun="submissions"
        loading={<CardSkeletons count={otherSkeletonCount} label="Loading submissions" className="grid gap-4" />}
        empty={
          <EmptyState isCard title="No submissions yet" text="A profile that a member submits waits here for you." />
        }
      >
        {(submissions) => (
          <ul className="grid gap-4">
            {submissions.map((submission) => (
              <li key={submission.id} id={submission.id} tabIndex={-1} className="outline-none">
                {submission.status === "pending" ? (
                  <PendingSubmission submission={submission} />
                ) : (
                  <ReviewedSubmission submission={submission} />
                )}
              </li>
            ))}
          </ul>
        )}
      </ListView>
    </ViewRail>
  );
}
