import { type Kysely, sql, type Transaction } from "kysely";
import { type BrandFileRole, minimumIconSidePx, minimumLogoWidthPx } from "#shared/settings/brand-file-rules.ts";
import type { SettingValues } from "#shared/settings/settings.ts";
import { settingsMessages } from "#shared/settings/settings-messages.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { FileKind } from "../../platform/files/inspect-content.ts";
import { HttpError } from "../../platform/http/http-error.ts";

const brandPicture: FileKind = { name: "brand_picture", maximumBytes: 4 * 1024 * 1024, mediaTypes: ["image/png"] };

/** A logo is kept with the preview that shows it. @returns its file, with its size. */
export async function storeBrandFile({ dependencies, actor }: Caller, role: BrandFileRole, request: Request) {
  const personId = actor.userId ?? "";
  const readFile = async () => {
    await dependencies.limits.picturesPerPerson.take(personId);
    return request.arrayBuffer();
  };
  const { original, preview, ...picture } = await dependencies.pictureEncoder.encode(personId, readFile, role);
  refuseSmall(role, original);
  const { id } = await dependencies.files.put([picture.content], brandPicture, null);
  const previewFile = preview && (await dependencies.files.put([preview.content], brandPicture, null));
  const row = ({ width, height }: { width: number; height: number }) => ({ width, height, created_by: actor.userId });
  try {
    await dependencies.asActor(actor, async (tx, effects) => {
      await tx
        .insertInto("brand_files")
        .values({ ...row(picture), file_id: id, role })
        .execute();
      if (preview && previewFile) {
        const values = { ...row(preview), file_id: previewFile.id, role: "preview" as const, logo_file_id: id };
        await tx.insertInto("brand_files").values(values).execute();
      }
      effects.audit("brand_file_uploaded", null, { role });
    });
  } catch (error) {
    await dependencies.files.remove(id);
    if (previewFile) await dependencies.files.remove(previewFile.id);
    throw error;
  }
  return { id, width: picture.width, height: picture.height };
}

function refuseSmall(role: BrandFileRole, { width, height }: { width: number; height: number }): void {
  const isFit = role === "logo" ? width >= minimumLogoWidthPx : width === height && width >= minimumIconSidePx;
  if (isFit) return;
  const message = role === "logo" ? settingsMessages.narrowLogo : settingsMessages.unfitIcon;
  throw new HttpError("picture_unreadable", message, { errors: [{ path: "body", message }] });
}

export const findBrandFile = (reader: Kysely<DB>, fileId: string) =>
  reader.selectFrom("brand_files").select("role").where("file_id", "=", fileId).executeTakeFirst();

/** @throws HttpError 422 for an id that is no file of its role. */
export async function assertBrandFiles(tx: Transaction<DB>, brand: SettingValues["brand"]): Promise<void> {
  const named = [
    { role: "logo", field: "logo_file_id" },
    { role: "icon", field: "icon_file_id" },
  ] as const;
  for (const { role, field } of named) {
    const id = brand[field];
    if (id === null || (await findBrandFile(tx, id))?.role === role) continue;
    const message = settingsMessages.unknownFile;
    throw new HttpError("invalid_body", message, { errors: [{ path: `value.${field}`, message }] });
  }
}

const unusedHours = 24;

/** Those that the setting has never named, and their previews: an earlier value can be restored. */
export async function removeUnusedBrandFiles(db: Kysely<DB>, now: Date): Promise<void> {
  const uploadedBefore = new Date(now.getTime() - unusedHours * 60 * 60 * 1000);
  await db
    .deleteFrom("brand_files")
    .where("role", "<>", "preview")
    .where("created_at", "<", uploadedBefore)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("club_setting_revisions as r")
            .where("r.key", "=", "brand")
            .where(sql<boolean>`brand_files.file_id::text in (r.value ->> 'logo_file_id', r.value ->> 'icon_file_id')`),
        ),
      ),
    )
    .execute();
}
