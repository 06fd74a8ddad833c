import type { UploadedLetter } from "#shared/company-updates/company-updates.ts";
import type { Caller } from "../../context.ts";
import type { Content } from "../../platform/files/inspect-content.ts";
import { withNewFile } from "../../platform/files/with-new-file.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { letterFile } from "./letter-file.ts";
import { findHeldCompany } from "./queries.ts";

/** For an update that an admin enters. @throws HttpError 413 and 422 for the file. */
export async function addLetter(
  { dependencies, actor }: Caller,
  company_id: string,
  file_name: string,
  content: Content,
): Promise<UploadedLetter> {
  if (!(await findHeldCompany(dependencies.readAs(actor), company_id))) throw notFound("company");
  return withNewFile(dependencies.files, { content, kind: letterFile }, ({ id: file_id }) =>
    dependencies.asActor(actor, (tx) =>
      tx
        .insertInto("company_update_letters")
        .values({ company_id, author_id: actor.userId, file_name, file_id })
        .returning(["id", "file_name"])
        .executeTakeFirstOrThrow(),
    ),
  );
}
