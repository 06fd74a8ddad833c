import { createRoute } from "@hono/zod-openapi";
import { savedMeanwhileMessages } from "#shared/app-messages.ts";
import {
  directoryFiltersSchema,
  directoryProfileSchema,
  directoryQuerySchema,
  memberProfileListSchema,
  profileUpdateSchema,
  shownProfileSchema,
} from "#shared/profiles.ts";
import { openTo } from "../../auth/guard.ts";
import type { Caller } from "../../context.ts";
import { jsonWithEtag, schemaHash } from "../../platform/http/etag.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { withCan } from "../../platform/http/policy.ts";
import { idParameter, jsonBody, responses } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { profilePolicy } from "./policy.ts";
import { withOwnPicture } from "./profile-row.ts";
import {
  directoryFilters,
  directoryPage,
  findProfileOf,
  getProfile,
  saveProfileOf,
  setHiddenByOwner,
} from "./queries.ts";

const list = createRoute({
  method: "get",
  path: "/member-profiles",
  summary: "The directory: visible profiles, newest first",
  ...openTo("member"),
  request: { query: directoryQuerySchema },
  responses: responses(200, memberProfileListSchema, "A page of profiles"),
});

const readOwn = createRoute({
  method: "get",
  path: "/member-profiles/me",
  summary: "One's own profile, or null before one was approved",
  ...openTo("member"),
  responses: responses(200, shownProfileSchema.nullable(), "The profile, or null"),
});

const saveOwn = createRoute({
  method: "put",
  path: "/member-profiles/me",
  summary: "Save one's own profile; it stays visible, and hidden where it was hidden",
  ...openTo("member"),
  request: { body: jsonBody(profileUpdateSchema) },
  responses: responses(200, shownProfileSchema, "The profile as saved; 409 revision_conflict with the present one"),
});

const hideOwn = createRoute({
  method: "put",
  path: "/member-profiles/me/hidden",
  summary: "Hide one's own profile from the directory",
  ...openTo("member"),
  responses: responses(200, shownProfileSchema, "The profile"),
});

const showOwn = createRoute({
  method: "delete",
  path: "/member-profiles/me/hidden",
  summary: "Show one's own profile in the directory again, unless an admin has hidden it",
  ...openTo("member"),
  responses: responses(200, shownProfileSchema, "The profile"),
});

const filters = createRoute({
  method: "get",
  path: "/member-profiles/filters",
  summary: "Expertise and locations that filter the directory, most used first",
  ...openTo("member"),
  responses: responses(200, directoryFiltersSchema, "What is in use, and by how many members"),
});

const read = createRoute({
  method: "get",
  path: "/member-profiles/{id}",
  summary: "One profile: a visible one, or one's own",
  ...openTo("member"),
  request: { params: idParameter },
  responses: responses(200, directoryProfileSchema, "The profile"),
});

// Without `can`: the text is kept by the directory's revision, which knows no reader.
const listShape = schemaHash(memberProfileListSchema);
const filtersShape = schemaHash(directoryFiltersSchema);

export const memberProfileRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor, session } = c.var;
    const read = () => directoryPage(dependencies.readAs(actor), c.req.valid("query"));
    return (await jsonWithEtag(c, { revision: session?.directoryRevision, shape: listShape }, read)) as never;
  })
  .openapi(readOwn, async (c) => {
    const { dependencies, actor } = c.var;
    const profile = await findProfileOf(dependencies.readAs(actor), actor.userId);
    return c.json(profile ? withCan(profilePolicy, actor, profile) : null, 200);
  })
  .openapi(saveOwn, async (c) => {
    const { dependencies, actor } = c.var;
    const { expected_version, ...input } = c.req.valid("json");
    const profile = await withOwnPicture(() =>
      dependencies.asActor(actor, async (tx, effects) => {
        const saved = await saveProfileOf(tx, actor.userId, input, expected_version);
        if (saved) {
          effects.audit("profile_saved", saved.id);
          return saved;
        }
        const present = await findProfileOf(tx, actor.userId);
        if (!present) throw noProfile();
        const record = withCan(profilePolicy, actor, present);
        throw new HttpError(409, "revision_conflict", savedMeanwhileMessages.refused, { record });
      }),
    );
    return c.json(withCan(profilePolicy, actor, profile), 200);
  })
  .openapi(hideOwn, async (c) => c.json(await changeHiding(c.var, true), 200))
  .openapi(showOwn, async (c) => c.json(await changeHiding(c.var, false), 200))
  .openapi(filters, async (c) => {
    const { dependencies, actor, session } = c.var;
    const read = () => directoryFilters(dependencies.readAs(actor));
    return (await jsonWithEtag(c, { revision: session?.directoryRevision, shape: filtersShape }, read)) as never;
  })
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    const profile = await getProfile(dependencies.readAs(actor), c.req.valid("param").id);
    return c.json(withCan(profilePolicy, actor, profile), 200);
  });

/** Hiding what is hidden changes nothing. @throws HttpError 404 where no profile was approved yet. */
function changeHiding({ dependencies, actor }: Caller, isHidden: boolean) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const before = await findProfileOf(tx, actor.userId);
    const profile = await setHiddenByOwner(tx, actor.userId, isHidden);
    if (!before || !profile) throw noProfile();
    if ((before.hidden_by_owner_at !== null) !== isHidden)
      effects.audit(isHidden ? "profile_hidden" : "profile_shown", profile.id);
    return withCan(profilePolicy, actor, profile);
  });
}

const noProfile = () =>
  new HttpError(404, "profile_not_found", "You have no profile yet. Please submit one for review first.");
