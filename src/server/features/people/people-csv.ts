import type { PersonFilter } from "#shared/people/people.ts";
import { personStatusLabels, profileStateLabels, tierLabels } from "#shared/people/people-messages.ts";
import type { CsvExport } from "../../platform/http/csv-stream.ts";
import { listPeople } from "./queries.ts";

const columns = [
  "Name",
  "Email",
  "Status",
  "Plan",
  "Plan until",
  "Last sign-in (UTC)",
  "Second factor",
  "Profile",
  "Admin",
  "Since (UTC)",
  "Id",
];

/** What the list shows, with its filter. */
export const peopleCsv = (filter: PersonFilter): CsvExport<Row> => ({
  name: "people",
  columns,
  toRow,
  list: (tx, page) => listPeople(tx, { ...filter, ...page }),
  audit: (effects) => {
    // Not the words: they may be a name.
    const { status = null, tier = null } = filter;
    effects.audit("people_exported", null, { status, tier, is_search: Boolean(filter.q) });
  },
});

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
