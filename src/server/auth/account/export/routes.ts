import { buffer } from "node:stream/consumers";
import { fileStem } from "#shared/slug.ts";
import type { OwnerContext } from "../../../context.ts";
import { attachment } from "../../../platform/http/content-disposition.ts";
import { onlyPost } from "../../../platform/http/http-error.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { ownerOf } from "../../owner-of.ts";
import { getCurrentSession } from "../../sessions/current-session.ts";
import { collectData } from "./collect-data.ts";
import { dataArchive } from "./data-archive.tsx";

const route = routesOf("Account");

const download = route("post", "/account/export", {
  name: "exportAccount",
  summary: "Everything the club holds about oneself, as a ZIP file",
  audience: "person",
  file: "application/zip",
  refuses: ["rate_limited", "files_busy", "files_unavailable"],
});

export const exportRoutes = createRouter().openapi(download, async (c) => {
  const { userId } = getCurrentSession(c);
  const { fileMaker, now, readClub } = ownerOf(c);
  const day = now().toISOString().slice(0, 10);
  const club = await readClub();
  const archive = await fileMaker.make(userId, () => makeArchive(ownerOf(c), userId, day));
  const name = `${fileStem(club.identity.name)}-data-${day}.zip`;
  return c.body(archive, 200, {
    "content-type": "application/zip",
    "content-disposition": attachment(name),
  }) as never;
});
exportRoutes.get(download.path, onlyPost);

async function makeArchive(context: OwnerContext, userId: string, day: string) {
  const { asOwner, files, pageSeal, readAs, readClub } = context;
  // Committed first, so the archive includes this audit row.
  await asOwner(userId, async (_tx, effects) => effects.audit("data_exported", userId));
  const data = await asOwner(userId, (tx) => collectData(tx, userId, { files, pageSeal }));
  const club = await readClub();
  const logoFile = club.brand.logo_file_id && (await files.open(readAs("owner"), club.brand.logo_file_id));
  const logo = logoFile ? await buffer(logoFile.read()) : undefined;
  return dataArchive(data, day, club, logo);
}
