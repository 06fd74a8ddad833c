import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import { preparedStates } from "#shared/deals/deal-messages.ts";
import type { AccountLink, companyAccountInputSchema } from "#shared/funds/company-account.ts";
import { companyAccountMessages as messages } from "#shared/funds/company-account-messages.ts";
import { paths } from "#shared/paths.ts";
import { listAdmins } from "../../../auth/list-admins.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import type { AsOwner } from "../../../platform/db/types.ts";
import { assertLinkWorks, linkRefusal } from "../../../platform/mail/company-link.ts";
import { readSignedToken, signedToken, tokenPage } from "../../../platform/mail/signed-token.ts";

const purpose = "company account: send";

/** @param id of a request. */
export const accountLink = (appUrl: string, key: string, id: string): string =>
  tokenPage(appUrl, paths.companyAccount, signedToken(key, id, purpose));

/** What the contact of a company does by the link of a mail, without an account. Each throws HttpError 400 invalid_token with the reason. */
export type AccountLinks = ReturnType<typeof createAccountLinks>;

interface Given {
  asOwner: AsOwner;
  keys: { companyAccountLinks: string };
  now: () => Date;
}

export function createAccountLinks({ asOwner, keys: { companyAccountLinks: key }, now }: Given) {
  const idOf = (token: string) => readSignedToken(key, token, purpose);
  return {
    read: (token: string): Promise<AccountLink> =>
      asOwner(null, async (tx) => {
        const { company_name, expires_at } = await findOpenRequest(tx, idOf(token), now());
        return { company_name, expires_at: expires_at.toISOString() };
      }),

    /** Once. The account waits to be signed like one that an admin entered. */
    send: (token: string, account: z.output<typeof companyAccountInputSchema>): Promise<void> =>
      asOwner(null, async (tx, effects) => {
        const requestId = idOf(token);
        await lockDeal(tx, requestId);
        const { id, deal_id } = await findOpenRequest(tx, requestId, now());
        const { account_name, sort_code, account_number, bank } = account;
        await sql`select put_company_account(${deal_id}, ${account_name}, ${sort_code}, ${account_number}, ${bank}, ${id})`.execute(
          tx,
        );
        const request = tx.updateTable("company_account_requests").where("id", "=", id);
        await request.set({ used_at: now() }).execute();
        effects.audit("company_account_sent", deal_id);
        for (const admin of await listAdmins(tx)) effects.notify(admin, "company_account_sent", deal_id);
      }),
  };
}

/** Whoever changes a request has locked its deal: of two that send at once, one does. */
async function lockDeal(tx: Transaction<DB>, requestId: string | undefined): Promise<void> {
  if (!requestId) return;
  await tx
    .selectFrom("deals")
    .select("id")
    .where("id", "in", tx.selectFrom("company_account_requests").select("deal_id").where("id", "=", requestId))
    .forUpdate()
    .execute();
}

async function findOpenRequest(tx: Transaction<DB>, id: string | undefined, now: Date) {
  const request =
    id === undefined
      ? undefined
      : await tx
          .selectFrom("company_account_requests as r")
          .innerJoin("deals as d", "d.id", "r.deal_id")
          .innerJoin("companies as c", "c.id", "d.company_id")
          .select(["r.id", "r.deal_id", "r.expires_at", "r.used_at", "r.ended_at", "d.state"])
          .select("c.name as company_name")
          .where("r.id", "=", id)
          .executeTakeFirst();
  assertLinkWorks(request, now, messages.used);
  if (request.ended_at) throw linkRefusal(messages.ended);
  if (!preparedStates.includes(request.state)) throw linkRefusal(messages.over);
  return request;
}
