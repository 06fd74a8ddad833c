import { auditMessages } from "#shared/audit/admin-messages.ts";
import { type AuditEvent, approvalReasonOf, auditKindFacts } from "#shared/audit/audit.ts";
import { peopleMessages as messages, type Tier, tierLabels } from "#shared/people/people-messages.ts";
import { personName } from "#shared/people/person-name.ts";
import { auditNotesOf } from "#web/features/audit/audit-notes.ts";
import { formatDateTime, shortDate } from "#web/lib/format.ts";
import { useList } from "#web/lib/use-list.ts";
import { ListView } from "#web/ui/list/list-view.tsx";

/** The audit about one person, with the reasons that admins gave. */
export function PersonHistory({ id }: { id: string }) {
  const list = useList<AuditEvent>({
    path: "/audit-events",
    parameters: { person: id },
  });
  return (
    <section aria-label={messages.history}>
      <h2 className="d4 block-heading">{messages.history}</h2>
      <ListView
        list={list}
        noun="entries"
        thing="What happened"
        loading="Loading what happened"
        empty={{ title: "Nothing has happened yet", text: "What they do leaves an entry here." }}
      >
        {(events) => (
          <ol className="history">
            {events.map((event) => (
              <li key={event.id}>
                <time className="note num" dateTime={event.created_at}>
                  {formatDateTime(event.created_at)}
                </time>
                <Entry event={event} id={id} />
              </li>
            ))}
          </ol>
        )}
      </ListView>
    </section>
  );
}

function Entry({ event, id }: { event: AuditEvent; id: string }) {
  return (
    <div className="min-w-0 wrap-anywhere">
      {nameOf(event)}
      {actorOf(event, id)}
      {event.reason && <p className="note whitespace-pre-line">“{event.reason}”</p>}
      {event.kind !== "tier_changed" &&
        auditNotesOf(event).map((note) => (
          <p key={note} className="note">
            {note}
          </p>
        ))}
    </div>
  );
}

function nameOf({ kind, details }: AuditEvent): string {
  if (kind !== "tier_changed") return auditKindFacts[kind].name;
  const { tier, from, until } = details as { tier: Tier; from: string; until: string | null };
  return `${tierLabels[tier]} from ${shortDate(from)}${until ? ` until ${shortDate(until)}` : ""}`;
}

/** Nothing for what they did themselves. */
function actorOf(event: AuditEvent, id: string): string {
  const { actor } = event;
  if (actor?.id === id) return "";
  if (actor) return `, by ${personName(actor) ?? "a deleted account"}`;
  return approvalReasonOf(event) ? `, by ${auditMessages.club.toLowerCase()}` : "";
}
