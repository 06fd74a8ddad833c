import { londonDate } from "#shared/london-time.ts";
import { fileStem } from "#shared/slug.ts";
import { attachment } from "../../../platform/http/content-disposition.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { ownBundle } from "./bundle.ts";

const route = routesOf("Portfolio");

const download = route("get", "/portfolio/me/bundle.zip", {
  name: "downloadOwnBundle",
  summary: "Everything one holds, with all documents, as a ZIP file",
  audience: "person",
  recordsReading: true,
  file: "application/zip",
  refuses: ["invalid_body", "rate_limited", "files_unavailable"],
});

export const bundleRoutes = createRouter().openapi(download, async (c) => {
  const { dependencies, actor } = c.var;
  const { limits, asActor, now, readClub } = dependencies;
  const userId = actor.userId ?? "";
  const { identity } = await readClub();
  const headers = {
    ...{ "content-type": "application/zip", "cache-control": "private, no-store" },
    "content-disposition": attachment(`${fileStem(identity.name)}-all-you-hold-${londonDate(now())}.zip`),
  };
  if (c.req.method === "HEAD") {
    await limits.bundlesPerPerson.assertOpen(userId);
    return c.body(null, 200, headers) as never;
  }
  await limits.bundlesPerPerson.take(userId);
  // Committed first: what broke off was taken too.
  await asActor(actor, async (_tx, effects) => effects.audit("own_copy_downloaded", userId));
  const body = await ownBundle(c.var);
  return c.body(body as ReadableStream, 200, headers) as never;
});
