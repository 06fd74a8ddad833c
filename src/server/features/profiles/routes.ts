import { savedMeanwhileMessages } from "#shared/account/app-messages.ts";
import {
  directoryFiltersSchema,
  directoryProfileSchema,
  directoryQuerySchema,
  memberProfileListSchema,
  profileUpdateSchema,
  shownProfileSchema,
} from "#shared/profiles/profiles.ts";
import type { Caller } from "../../context.ts";
import { jsonWithEtag, schemaHash } from "../../platform/http/etag.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { withCan } from "../../platform/http/policy.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import {
  directoryFilters,
  findProfileOf,
  getProfile,
  profilePolicy,
  saveProfileOf,
  searchDirectory,
  setHiddenByOwner,
  withOwnPicture,
} from "./queries.ts";

const route = routesOf("Directory");

const list = route("get", "/member-profiles", {
  name: "listProfiles",
  summary: "The directory: visible profiles",
  audience: "member",
  key: "read",
  query: directoryQuerySchema,
  answer: memberProfileListSchema,
});

const readOwn = route("get", "/member-profiles/me", {
  name: "getOwnProfile",
  summary: "One's own profile, or null before one was approved",
  audience: "member",
  answer: shownProfileSchema.nullable(),
});

const saveOwn = route("put", "/member-profiles/me", {
  name: "saveOwnProfile",
  summary: "Save one's own profile",
  audience: "member",
  body: profileUpdateSchema,
  answer: shownProfileSchema,
  refuses: ["picture_gone", "profile_not_found", "revision_conflict"],
});

const hideOwn = route("put", "/member-profiles/me/hidden", {
  name: "hideOwnProfile",
  summary: "Hide one's own profile from the directory",
  audience: "member",
  answer: shownProfileSchema,
  refuses: ["profile_not_found"],
});

const showOwn = route("delete", "/member-profiles/me/hidden", {
  name: "showOwnProfile",
  summary: "Show one's own profile in the directory again",
  audience: "member",
  answer: shownProfileSchema,
  refuses: ["profile_not_found"],
});

const filters = route("get", "/member-profiles/filters", {
  name: "getProfileFilters",
  summary: "Expertise and locations that filter the directory, most used first",
  audience: "member",
  key: "read",
  answer: directoryFiltersSchema,
});

const read = route("get", "/member-profiles/{id}", {
  name: "getProfile",
  summary: "One profile: a visible one, or one's own",
  audience: "member",
  key: "read",
  params: idParameter,
  answer: directoryProfileSchema,
});

// Without `can`: the text is kept by the directory's revision, which knows no reader.
const listShape = schemaHash(memberProfileListSchema);
const filtersShape = schemaHash(directoryFiltersSchema);

export const memberProfileRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor, session } = c.var;
    const read = () => searchDirectory(dependencies.readAs(actor), c.req.valid("query"));
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
        throw new HttpError("revision_conflict", savedMeanwhileMessages.refused, { record });
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
  new HttpError("profile_not_found", "You have no profile yet. Please submit one for review first.");
