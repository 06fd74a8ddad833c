import { type PersonStatus, personStatuses, tiers } from "#shared/people/people-messages.ts";
import { oneOf, text, uuid } from "#web/lib/search-state.ts";
import type { BadgeTone } from "#web/ui/badge.tsx";

/** What the address says of the list, and of the person who is open. */
export const personSearch = { q: text, status: oneOf(personStatuses), tier: oneOf(tiers), person: uuid };

export const statusTones: Record<PersonStatus, BadgeTone> = {
  invited: "over",
  pending: "waiting",
  approved: "live",
  suspended: "refused",
  ended: "over",
  rejected: "over",
};
