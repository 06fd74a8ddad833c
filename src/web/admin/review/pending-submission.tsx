import type { Submission } from "#shared/member-profile-submissions.ts";
import { longDate } from "#web/lib/dates.ts";
import { MemberLinks } from "#web/members/directory/member-details.tsx";
import { positionLine } from "#web/members/directory/position-line.ts";
import { StatusBadge } from "#web/members/status-badge.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { AdminNotes } from "./admin-notes.tsx";
import { ReviewActions } from "./review-actions.tsx";

/** Everything that was submitted, and what an admin may do with it. */
export function PendingSubmission({ submission }: { submission: Submission }) {
  const { full_name, profile_image_url, submitted_at, admin_notes, bio, location, services_offered } = submission;
  return (
    <Card className="review-card">
      <div className="grid min-w-0 content-start gap-3.5">
        <div className="who">
          <Avatar name={full_name} imageUrl={profile_image_url} />
          <div>
            <h3 className="d4">{full_name}</h3>
            <p className="small muted">{positionLine(submission)}</p>
          </div>
        </div>
        <p className="small muted num flex flex-wrap items-center gap-x-3.5 gap-y-1.5">
          <StatusBadge status="pending" />
          Submitted {longDate(submitted_at)}
        </p>
        {bio?.trim() && <p className="max-w-(--measure) whitespace-pre-line wrap-anywhere">{bio.trim()}</p>}
        <Skills skills={submission.expertise ?? []} />
        {(location || services_offered) && (
          <dl className="small grid max-w-(--measure) gap-1">
            {location && <Fact term="Location">{location}</Fact>}
            {services_offered && <Fact term="Offers">{services_offered}</Fact>}
          </dl>
        )}
        <MemberLinks member={submission} isSmall />
        {admin_notes && <AdminNotes label="Notes of the last rejection" notes={admin_notes} />}
      </div>
      <ReviewActions submission={submission} />
    </Card>
  );
}

function Skills({ skills }: { skills: string[] }) {
  if (skills.length === 0) return null;
  return (
    <div className="chips">
      {skills.map((skill) => (
        <Chip key={skill}>{skill}</Chip>
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
