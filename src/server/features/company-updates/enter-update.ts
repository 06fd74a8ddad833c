import type { z } from "zod";
import { quartersOwed } from "#shared/company-updates/company-quarters.ts";
import type { enteredUpdateSchema, UpdateCompany } from "#shared/company-updates/company-updates.ts";
import { linkDays, companyUpdateMessages as messages } from "#shared/company-updates/company-updates-messages.ts";
import { londonDate } from "#shared/london-time.ts";
import type { Caller } from "../../context.ts";
import { HttpError, notFound, refusedField } from "../../platform/http/http-error.ts";
import { readDeskCompany } from "./desk.ts";
import {
  askForUpdate,
  changeAsking,
  findHeldCompany,
  findNewestVersion,
  findUpdate,
  insertUpdate,
  listHolders,
  publishUpdate,
} from "./queries.ts";

type Work = (...given: Parameters<Parameters<Caller["dependencies"]["asActor"]>[1]>) => Promise<unknown>;

/** @returns the company as it is then. */
const changeCompany = ({ dependencies, actor }: Caller, id: string, work: Work): Promise<UpdateCompany> =>
  dependencies.asActor(actor, async (tx, effects) => {
    await work(tx, effects);
    return readDeskCompany(tx, actor, id, londonDate(dependencies.now()));
  });

/** By hand, as a version that is not published. @throws HttpError 409 with the company, 422 for a quarter that is not owed. */
export function enterUpdate(
  caller: Caller,
  company_id: string,
  { quarter, expected_version, offer, ...content }: z.output<typeof enteredUpdateSchema>,
): Promise<UpdateCompany> {
  const { dependencies, actor } = caller;
  return changeCompany(caller, company_id, async (tx, effects) => {
    await assertOwed(caller, tx, company_id, quarter);
    const version = expected_version + 1;
    const isNext = (await findNewestVersion(tx, company_id, quarter)) === expected_version;
    const update = {
      ...content,
      company_id,
      quarter,
      version,
      author_id: actor.userId,
      sent_at: dependencies.now(),
    };
    if (!isNext || !(await insertUpdate(tx, update, offer))) {
      const record = await readDeskCompany(tx, actor, company_id, londonDate(dependencies.now()));
      throw new HttpError("revision_conflict", messages.changedMeanwhile, { record });
    }
    effects.audit("company_update_entered", company_id, { quarter, version });
  });
}

/** Tells those who hold shares. @throws HttpError 409 for one that is published or has a newer version. */
export async function publishOne(caller: Caller, id: string): Promise<UpdateCompany> {
  const { dependencies, actor } = caller;
  const known = await findUpdate(dependencies.readAs(actor), id);
  if (!known) throw notFound("update");
  return changeCompany(caller, known.company_id, async (tx, effects) => {
    const published = await publishUpdate(tx, id, actor.userId, dependencies.now());
    if (!published) throw new HttpError("revision_conflict", messages.notNewest);
    const { company_id, quarter, version } = published;
    effects.audit("company_update_published", company_id, { quarter, version });
    for (const user_id of await listHolders(tx, company_id)) {
      effects.notify(user_id, "company_update_published", company_id);
      effects.mail("company-update", { user_id, update_id: id });
    }
  });
}

/** Sends the founder a link, or the same one again. @throws HttpError 409 once it was used, 422 without an address. */
export function askOnce(caller: Caller, company_id: string, quarter: string): Promise<UpdateCompany> {
  const { dependencies } = caller;
  return changeCompany(caller, company_id, async (tx, effects) => {
    const { has_contact } = await assertOwed(caller, tx, company_id, quarter);
    if (!has_contact) throw refusedField("quarter", messages.noContact);
    const asked_at = dependencies.now();
    const request_id = await askForUpdate(tx, { company_id, quarter, asked_at, expires_at: linkEnd(asked_at) });
    if (!request_id) throw new HttpError("revision_conflict", messages.sentAlready);
    effects.audit("company_update_requested", company_id, { quarter });
    effects.mail("company-update-request", { request_id });
  });
}

export const changeAskingOf = (caller: Caller, company_id: string, isAsked: boolean): Promise<UpdateCompany> =>
  changeCompany(caller, company_id, async (tx, effects) => {
    const company = await findHeldCompany(tx, company_id);
    if (!company) throw notFound("company");
    if (company.is_asked_for_updates === isAsked) return;
    await changeAsking(tx, company_id, isAsked);
    effects.audit("company_update_asking_changed", company_id, { is_asked: isAsked });
  });

export const linkEnd = (askedAt: Date): Date => new Date(askedAt.getTime() + linkDays * 24 * 60 * 60 * 1000);

async function assertOwed({ dependencies }: Caller, tx: Parameters<Work>[0], company_id: string, quarter: string) {
  const company = await findHeldCompany(tx, company_id);
  if (!company) throw notFound("company");
  if (!quartersOwed(company.held_since, londonDate(dependencies.now())).includes(quarter))
    throw refusedField("quarter", messages.notOwed);
  return company;
}
