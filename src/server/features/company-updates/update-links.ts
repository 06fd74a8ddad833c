import type { Transaction } from "kysely";
import type { UpdateContent, UpdateLink, UploadedLetter } from "#shared/company-updates/company-updates.ts";
import {
  maximumLetterBytes,
  companyUpdateMessages as messages,
} from "#shared/company-updates/company-updates-messages.ts";
import { paths } from "#shared/paths.ts";
import type { Limits } from "../../auth/limits.ts";
import { listAdmins } from "../../auth/list-admins.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { AsOwner } from "../../platform/db/types.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import type { Content, FileKind } from "../../platform/files/inspect-content.ts";
import { withNewFile } from "../../platform/files/with-new-file.ts";
import { HttpError, refusedField } from "../../platform/http/http-error.ts";
import { assertLinkWorks } from "../../platform/mail/company-link.ts";
import { readSignedToken, signedToken, tokenPage } from "../../platform/mail/signed-token.ts";
import { findNewestVersion, insertUpdate } from "./queries.ts";

/** What founders do by the link of a mail, without an account. Each throws HttpError 400 invalid_token with the reason. */
export type UpdateLinks = ReturnType<typeof createUpdateLinks>;

interface Given {
  asOwner: AsOwner;
  files: FileStore;
  limits: Pick<Limits, "lettersPerUpdateLink">;
  keys: { companyUpdateLinks: string };
  now: () => Date;
}

export function createUpdateLinks({ asOwner, files, limits, keys: { companyUpdateLinks: key }, now }: Given) {
  const findOpen = (tx: Transaction<DB>, token: string) => findOpenRequest(tx, readUpdateToken(key, token), now());
  return {
    read: (token: string): Promise<UpdateLink> =>
      asOwner(null, async (tx) => {
        const { company_name, quarter, expires_at } = await findOpen(tx, token);
        return { company_name, quarter, expires_at: expires_at.toISOString() };
      }),

    addLetter: async (token: string, file_name: string, content: Content): Promise<UploadedLetter> => {
      const request = await asOwner(null, (tx) => findOpen(tx, token));
      await limits.lettersPerUpdateLink.take(request.id);
      return withNewFile(files, { content, kind: letterFile }, ({ id: file_id }) =>
        asOwner(null, async (tx) => {
          const { id: request_id, company_id } = await findOpen(tx, token);
          await removeUnsent(tx, request_id);
          return tx
            .insertInto("company_update_letters")
            .values({ company_id, request_id, file_name, file_id })
            .returning(["id", "file_name"])
            .executeTakeFirstOrThrow();
        }),
      );
    },

    /** Once. Admins publish it. */
    send: (token: string, { offer, ...content }: UpdateContent): Promise<void> =>
      asOwner(null, async (tx, effects) => {
        const { id: request_id, company_id, quarter } = await findOpen(tx, token);
        if (content.letter_id) await assertOwnLetter(tx, request_id, content.letter_id);
        const version = (await findNewestVersion(tx, company_id, quarter)) + 1;
        const update = { ...content, company_id, quarter, version, request_id, sent_at: now() };
        const id = await insertUpdate(tx, update, offer);
        if (!id) throw new HttpError("revision_conflict", messages.changedMeanwhile);
        const request = tx.updateTable("company_update_requests").where("id", "=", request_id);
        await request.set({ used_at: now() }).execute();
        effects.audit("company_update_sent", company_id, { quarter, version });
        for (const admin of await listAdmins(tx)) effects.notify(admin, "company_update_sent", company_id);
      }),
  };
}

/** A link keeps one letter at a time: its file goes with the row. */
async function removeUnsent(tx: Transaction<DB>, requestId: string): Promise<void> {
  await tx
    .deleteFrom("company_update_letters as l")
    .where("l.request_id", "=", requestId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("company_updates as u").select("u.id").whereRef("u.letter_id", "=", "l.id"))),
    )
    .execute();
}

/** Locks it: of two that send at once, one does. */
async function findOpenRequest(tx: Transaction<DB>, id: string | undefined, now: Date) {
  const request =
    id &&
    (await tx
      .selectFrom("company_update_requests as r")
      .innerJoin("companies as c", "c.id", "r.company_id")
      .select(["r.id", "r.company_id", "r.quarter", "r.expires_at", "r.used_at", "c.name as company_name"])
      .where("r.id", "=", id)
      .forUpdate("r")
      .executeTakeFirst());
  const found = request || undefined;
  assertLinkWorks(found, now, messages.linkUsed);
  return found;
}

/** A link names no letter but its own. */
async function assertOwnLetter(tx: Transaction<DB>, requestId: string, id: string): Promise<void> {
  const letter = tx.selectFrom("company_update_letters").select("id").where("id", "=", id);
  if (!(await letter.where("request_id", "=", requestId).executeTakeFirst()))
    throw refusedField("letter_id", messages.letterGone);
}

export const letterFile: FileKind = {
  name: "company_letter",
  maximumBytes: maximumLetterBytes,
  mediaTypes: ["application/pdf"],
};

const purpose = "company update: send";

/** @param id of a request. */
export const updateLink = (appUrl: string, key: string, id: string): string =>
  tokenPage(appUrl, paths.companyUpdate, signedToken(key, id, purpose));

/** @returns the request's id; undefined for a token that was not made for this. */
const readUpdateToken = (key: string, token: string): string | undefined => readSignedToken(key, token, purpose);
