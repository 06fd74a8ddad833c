import type { Kysely } from "kysely";
import { quartersOwed } from "#shared/company-updates/company-quarters.ts";
import type {
  ListedUpdateCompany,
  UpdateCompany,
  UpdateQuarter,
  UpdateVersion,
} from "#shared/company-updates/company-updates.ts";
import type { List } from "#shared/lists.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { notFound } from "../../platform/http/http-error.ts";
import type { Policy, PolicyActor } from "../../platform/http/policy.ts";
import { toUpdate, updateStateOf } from "./own-updates.ts";
import {
  findHeldCompany,
  listHeldCompanies,
  listRequests,
  listUpdates,
  listVersions,
  type UpdateRow,
} from "./queries.ts";

/** For admins, with what is missing of each. */
export async function listDeskCompanies(
  db: Kysely<DB>,
  today: string,
  page: { limit: number; cursor?: string | undefined },
): Promise<List<ListedUpdateCompany>> {
  const { items, next_cursor } = await listHeldCompanies(db, page);
  const ids = items.map(({ id }) => id);
  const [versions, requests] = ids.length
    ? await Promise.all([listVersions(db, ids), listRequests(db, ids)])
    : [[], []];
  return {
    items: items.map((company) => {
      const ofCompany = <Row extends { company_id: string }>(rows: Row[]) =>
        rows.filter(({ company_id }) => company_id === company.id);
      const states = statesOf(company.held_since, today, ofCompany(versions), ofCompany(requests));
      return {
        ...company,
        last_quarter: states[0] ?? null,
        latest_published: ofCompany(versions).find(({ published_at }) => published_at)?.quarter ?? null,
        missed: states.filter(({ state }) => state === "missed").length,
        to_publish: states.filter(({ state }) => state === "to_publish").length,
      };
    }),
    next_cursor,
  };
}

/** @param versions of one company, the newest of a quarter first. */
const statesOf = (
  heldSince: string,
  today: string,
  versions: readonly { quarter: string; published_at: Date | null }[],
  requests: readonly { quarter: string; asked_at: Date; expires_at: Date }[],
) =>
  quartersOwed(heldSince, today).map((quarter) => {
    const newest = versions.find((version) => version.quarter === quarter);
    const request = requests.find((each) => each.quarter === quarter);
    const facts = { quarter, request, newest: newest && { isPublished: newest.published_at !== null } };
    return { quarter, state: updateStateOf(facts, today) };
  });

/** @throws HttpError 404 for one that no member holds shares of. */
export async function readDeskCompany(
  db: Kysely<DB>,
  actor: PolicyActor,
  id: string,
  today: string,
): Promise<UpdateCompany> {
  const company = await findHeldCompany(db, id);
  if (!company) throw notFound("company");
  const versions = await listUpdates(db, id);
  const requests = await listRequests(db, [id]);
  const states = statesOf(company.held_since, today, versions, requests);
  const quarters = states.map(({ quarter, state }): UpdateQuarter => {
    const request = requests.find((each) => each.quarter === quarter);
    const ofQuarter = versions.filter((each) => each.quarter === quarter);
    return {
      quarter,
      state,
      request: request
        ? {
            asked_at: request.asked_at.toISOString(),
            expires_at: request.expires_at.toISOString(),
            reminded_at: request.reminded_at?.toISOString() ?? null,
            used_at: request.used_at?.toISOString() ?? null,
          }
        : null,
      versions: ofQuarter.map((row, index) => toVersion(actor, row, index === 0)),
    };
  });
  return { ...company, quarters };
}

interface VersionRow {
  published_at: Date | string | null;
  /** No later version of its quarter. */
  isNewest: boolean;
}

export const updateVersionPolicy: Policy<VersionRow, keyof UpdateVersion["can"]> = (
  actor,
  { published_at, isNewest },
) => ({
  publish: actor.isAdmin && isNewest && published_at === null,
  correct: actor.isAdmin && isNewest,
});

const toVersion = (actor: PolicyActor, row: UpdateRow, isNewest: boolean): UpdateVersion => ({
  ...toUpdate(row),
  letter_id: row.letter_id,
  source: row.request_id ? "founder" : "admin",
  published_at: row.published_at?.toISOString() ?? null,
  can: updateVersionPolicy(actor, { published_at: row.published_at, isNewest }),
});
