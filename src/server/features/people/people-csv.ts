import type { PersonFilter } from "#shared/people.ts";
import { personStatusLabels, profileStateLabels, tierLabels } from "#shared/people-messages.ts";
import type { Caller } from "../../context.ts";
import { csvRowsAtOnce, csvStream } from "../../platform/http/csv-stream.ts";
import { listPeople } from "./queries.ts";

const columns = [
  "Name",
  "Email",
  "Status",
  "Tier",
  "Tier until",
  "Last sign-in (UTC)",
  "Second factor",
  "Profile",
  "Admin",
  "Since (UTC)",
  "Id",
];

/** What the list shows, with its filter. @throws before the first byte. */
export async function peopleCsv(caller: Caller, filter: PersonFilter, onFailure: (error: unknown) => void) {
  const { dependencies, actor } = caller;
  const query = { ...filter, limit: csvRowsAtOnce };
  const first = await dependencies.asActor(actor, (tx, effects) => {
    // Not the words: they may be a name.
    const { status = null, tier = null } = filter;
    effects.audit("people_exported", null, { status, tier, is_search: Boolean(filter.q) });
    return listPeople(tx, query);
  });
  const next = (cursor: string) => dependencies.asActor(actor, (tx) => listPeople(tx, { ...query, cursor }));
  return csvStream({ columns, toRow, first, next, onFailure });
}

type Row = Awaited<ReturnType<typeof listPeople>>["items"][number];

const toRow = (person: Row): string[] => [
  person.full_name ?? "",
  person.email,
  personStatusLabels[person.status],
  person.tier ? tierLabels[person.tier] : "",
  person.tier_until ?? "",
  person.last_signed_in_at?.toISOString() ?? "",
  person.has_second_factor ? "App" : "None",
  profileStateLabels[person.profile_state],
  person.is_admin ? "Yes" : "No",
  person.since.toISOString(),
  person.user_id ?? "",
];
