import { randomUUID } from "node:crypto";
import { type SampleGuest, sampleGuests, sampleNewcomers } from "./sample-newcomers.ts";
import { type SamplePerson, sampleMembers } from "./sample-people.ts";
import { momentAgo, type Timeline, timelineOf } from "./sample-timeline.ts";

/** The admin of the sample club who has let in everybody for whom nobody else is named. */
export const sampleAdminEmail = "amara@kindling.example";

export interface PlannedPerson extends SamplePerson {
  id: string;
  /** Null for the first admins, whom the club itself let in. */
  host_id: string | null;
  invitation_id: string;
  /** Null for somebody who was not imported. */
  import_id: string | null;
  submission_id: string;
  times: Timeline;
}

export interface PlannedGuest extends SampleGuest {
  host_id: string;
  invitation_id: string;
  /** Null for somebody who was not imported. */
  import_id: string | null;
  invited: Date;
}

/** The people of the sample club with the ids and moments that their rows will have. */
export function planSampleClub(now: Date): { people: PlannedPerson[]; guests: PlannedGuest[] } {
  const everybody = [...sampleMembers, ...sampleNewcomers].map((person) => ({ ...person, id: randomUUID() }));
  const ids = new Map<string, string>(everybody.map(({ email, id }) => [email, id]));
  const hostId = (email = sampleAdminEmail): string => {
    const id = ids.get(email);
    if (!id) throw new Error(`The sample club has no ${email}.`);
    return id;
  };
  return {
    people: everybody.map((person, index) => ({
      ...person,
      host_id: person.is_admin ? null : hostId(person.host),
      invitation_id: randomUUID(),
      import_id: person.is_imported ? randomUUID() : null,
      submission_id: randomUUID(),
      times: timelineOf(person.registered_days_ago, index, now),
    })),
    guests: sampleGuests.map((guest, index) => ({
      ...guest,
      host_id: hostId(),
      invitation_id: randomUUID(),
      import_id: guest.imported_as ? randomUUID() : null,
      // People on one list were imported in the same minute.
      invited: momentAgo(guest.invited_days_ago, guest.imported_as ? 0 : index, now),
    })),
  };
}
