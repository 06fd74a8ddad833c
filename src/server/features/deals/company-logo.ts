import type { Transaction } from "kysely";
import { maximumCompanyLogoBytes } from "#shared/deals/company-logo-rules.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { FileKind } from "../../platform/files/inspect-content.ts";
import { withNewFile } from "../../platform/files/with-new-file.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { findCompany } from "./company-queries.ts";

const logoKind: FileKind = { name: "company_logo", maximumBytes: maximumCompanyLogoBytes, mediaTypes: ["image/webp"] };

/** Re-encoded without metadata; replaces the previous logo, which versions keep. @returns the company. */
export async function storeCompanyLogo({ dependencies, actor }: Caller, id: string, request: Request) {
  const personId = actor.userId ?? "";
  await dependencies.asActor(actor, (tx) => getCompany(tx, id));
  const readFile = async () => {
    await dependencies.limits.picturesPerPerson.take(personId);
    return request.arrayBuffer();
  };
  const { content } = await dependencies.pictureEncoder.encode(personId, readFile, "company");
  return withNewFile(dependencies.files, { content: [content], kind: logoKind }, (file) =>
    dependencies.asActor(actor, async (tx, effects) => {
      await endLogo(tx, id, dependencies.now());
      const logo = { company_id: id, author_id: actor.userId, file_id: file.id, sha256: file.sha256 };
      await tx.insertInto("company_logos").values(logo).execute();
      effects.audit("company_logo_uploaded", id, { sha256: file.sha256 });
      return getCompany(tx, id);
    }),
  );
}

/** Where there is none, nothing changes. @returns the company. */
export const removeCompanyLogo = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const { logo } = await getCompany(tx, id);
    if (!logo) return getCompany(tx, id);
    await endLogo(tx, id, dependencies.now());
    effects.audit("company_logo_removed", id, { sha256: logo.sha256 });
    return getCompany(tx, id);
  });

/** Two uploads at once wait for each other at the company. */
async function endLogo(tx: Transaction<DB>, companyId: string, removed_at: Date): Promise<void> {
  await tx.selectFrom("companies").select("id").where("id", "=", companyId).forUpdate().execute();
  const present = tx.updateTable("company_logos").where("company_id", "=", companyId).where("removed_at", "is", null);
  await present.set({ removed_at }).execute();
}

async function getCompany(tx: Transaction<DB>, id: string) {
  const company = await findCompany(tx, id);
  if (!company) throw notFound("company");
  return company;
}
