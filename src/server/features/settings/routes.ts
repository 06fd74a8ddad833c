import { isDeepStrictEqual } from "node:util";
import { z } from "@hono/zod-openapi";
import { sql, type Transaction } from "kysely";
import { listOf } from "#shared/lists.ts";
import { formatDay, londonDate } from "#shared/london-time.ts";
import { brandFilePath, brandFileTypes, maximumBrandFileBytes } from "#shared/settings/brand-file-rules.ts";
import { countedFigure, countedFigures } from "#shared/settings/counted-figures.ts";
import { sampleWordingMessages } from "#shared/settings/sample-wording.ts";
import {
  brandFileQuerySchema,
  type CountedFigures,
  countedFiguresSchema,
  publicSettingsSchema,
  type Setting,
  type SettingKey,
  type SettingValues,
  settingInputSchema,
  settingKeySchema,
  settingRevisionSchema,
  settingSchema,
  settingSchemas,
  uploadedBrandFileSchema,
} from "#shared/settings/settings.ts";
import { isTold, settingsMessages } from "#shared/settings/settings-messages.ts";
import { changedFields, firstTermsDay } from "#shared/settings/value-differences.ts";
import { statementKinds } from "#shared/statements/statement-messages.ts";
import { assertFreshSignIn } from "../../auth/guard.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Actor, Effects } from "../../platform/db/types.ts";
import { fileResponse } from "../../platform/files/file-response.ts";
import { inline } from "../../platform/http/content-disposition.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter, refuseBadInput } from "../../router.ts";
import { assertBrandFiles, findBrandFile, storeBrandFile } from "./brand-files.ts";
import { listSampleWords } from "./club-settings.ts";
import { proposeSetting, tellAdmins } from "./propose-setting.ts";
import {
  findSetting,
  isProposed,
  listKindsInForce,
  listSettingRevisions,
  type SettingChange,
  saveSetting,
} from "./queries.ts";

const route = routesOf("Published content");
const clubRoute = routesOf("Club");

const params = z.object({ key: settingKeySchema });

const readPublic = route("get", "/settings", {
  name: "getPublicSettings",
  summary: "What the club says of itself today",
  audience: "anyone",
  key: "read",
  answer: publicSettingsSchema,
});

const read = clubRoute("get", "/settings/{key}", {
  name: "getSetting",
  summary: "One setting as it is edited, with its default",
  audience: "admin",
  params,
  answer: settingSchema,
});

const save = clubRoute("put", "/settings/{key}", {
  name: "saveSetting",
  summary: "Change a setting, or propose it",
  audience: "admin",
  params,
  body: settingInputSchema,
  answer: settingSchema,
  refuses: ["revision_conflict", "fresh_sign_in_required", "second_person_required"],
});

const readCounted = clubRoute("get", "/settings/stats/counted", {
  name: "getCountedFigures",
  summary: "Figures that the club can count, as of today",
  audience: "admin",
  answer: countedFiguresSchema,
});

const listRevisions = clubRoute("get", "/settings/{key}/revisions", {
  name: "listSettingRevisions",
  summary: "What a setting was before: who changed it, and when",
  audience: "admin",
  params,
  answer: listOf(settingRevisionSchema),
});

export const settingRoutes = createRouter()
  .openapi(readPublic, async (c) => {
    // Revalidated by every visit, as the pages are.
    c.header("cache-control", "no-cache");
    return c.json(await c.var.dependencies.readClub({ isFresh: true }), 200);
  })
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await findSetting(dependencies.readAs(actor), c.req.valid("param").key), 200);
  })
  .openapi(save, async (c) => {
    const { dependencies, actor } = c.var;
    const { key } = c.req.valid("param");
    const { value: given, expected_revision } = c.req.valid("json");
    if (isProposed(key)) assertFreshSignIn(c.var.session, dependencies.now());
    const value = parseSetting(key, given);
    const now = dependencies.now();
    const setting = await dependencies.asActor(actor, async (tx, effects) => {
      const before = await findSetting(tx, key);
      if (key === "terms") {
        const earliest = before.needs_second_person ? firstTermsDay(now) : londonDate(now);
        refuseTerms(before.value as SettingValues["terms"], value as SettingValues["terms"], earliest);
      }
      if (key === "deals")
        await assertReadyForDeals(tx, value as SettingValues["deals"], { today: londonDate(now), ...dependencies });
      if (key === "newsletter") await assertPrivacyPage(tx, value as SettingValues["newsletter"]);
      if (key === "brand") await assertBrandFiles(tx, value as SettingValues["brand"]);
      const change = { key, value, expected_revision };
      const done = isProposed(key) ? await proposeSetting(tx, effects, actor, { ...change, key }) : "alone";
      if (done === "proposed" && key === "deals")
        await saveSwitches(tx, effects, actor, { before, value: value as SettingValues["deals"] });
      if (done !== "alone") return findSetting(tx, key);
      return saveAtOnce(tx, effects, actor, before, change);
    });
    return c.json(setting, 200);
  })
  .openapi(readCounted, async (c) => {
    const counts = await c.var.dependencies.countFigures();
    const shown = countedFigures.map((figure) => [figure, countedFigure(figure, counts)]);
    return c.json(Object.fromEntries(shown) as CountedFigures, 200);
  })
  .openapi(listRevisions, async (c) => {
    const { dependencies, actor } = c.var;
    const items = await listSettingRevisions(dependencies.readAs(actor), c.req.valid("param").key);
    return c.json({ items, next_cursor: null }, 200);
  });

/** Saved as it is, others are told nothing of it. */
async function saveAtOnce(
  tx: Transaction<DB>,
  effects: Effects,
  actor: Actor,
  before: Setting,
  change: SettingChange,
): Promise<Setting> {
  const isSame = isDeepStrictEqual(before.value, JSON.parse(JSON.stringify(change.value)));
  if (isSame && isTold(change.key) && before.revision > 0) return before;
  const saved = await saveSetting(tx, change);
  effects.audit("setting_changed", null, {
    key: change.key,
    revision: saved.revision,
    fields: changedFields(change.key, before.value, saved.value),
  });
  if (isTold(change.key) && !isSame)
    await tellAdmins(tx, effects, actor.userId, { key: change.key, revision: saved.revision });
  return saved;
}

/** Whether deals are on, which one admin decides, also beside what another has to confirm. */
async function saveSwitches(
  tx: Transaction<DB>,
  effects: Effects,
  actor: Actor,
  { before, value: { is_enabled, kill_switch } }: { before: Setting; value: SettingValues["deals"] },
): Promise<void> {
  const present = before.value as SettingValues["deals"];
  if (present.is_enabled === is_enabled && present.kill_switch === kill_switch) return;
  const value = { ...present, is_enabled, kill_switch };
  await saveAtOnce(tx, effects, actor, before, { key: "deals", value, expected_revision: before.revision });
}

/** @throws HttpError 422, its fields below `value`. */
function parseSetting<Key extends SettingKey>(key: Key, given: unknown): SettingValues[Key] {
  const result = z
    .object({ value: settingSchemas[key] as unknown as z.ZodType<SettingValues[Key]> })
    .safeParse({ value: given });
  refuseBadInput(result);
  if (!result.success) throw new Error("Bad input was not refused.");
  return result.data.value;
}

interface DealsCheck {
  today: string;
  isSampleClub: boolean;
}

/**
 * Checks that deals may be switched on; they can be stopped at any time. @throws HttpError 422 without forms to sign (every kind,
 * signed off and in force), and for a real club whose settings still have the sample's words.
 */
async function assertReadyForDeals(
  tx: Transaction<DB>,
  { is_enabled }: SettingValues["deals"],
  { today, isSampleClub }: DealsCheck,
): Promise<void> {
  const before = await findSetting(tx, "deals");
  if (!is_enabled || (before.value as SettingValues["deals"]).is_enabled) return;
  const kinds = await listKindsInForce(tx, today);
  if (!statementKinds.every((kind) => kinds.includes(kind))) throw refusedEnabling(settingsMessages.formsMissing);
  const words = isSampleClub ? [] : await listSampleWords(tx);
  if (words.length > 0) throw refusedEnabling(sampleWordingMessages.parts(words));
}

const refusedEnabling = (message: string) =>
  new HttpError("invalid_body", message, { errors: [{ path: "value.is_enabled", message }] });

/** @throws HttpError 422 for a list while the published privacy page still has the sentence of a box that keeps nothing. */
async function assertPrivacyPage(tx: Transaction<DB>, { mode }: SettingValues["newsletter"]): Promise<void> {
  if (mode !== "list") return;
  const contradicting = await tx
    .selectFrom("content_items")
    .select("id")
    .where("kind", "=", "page")
    .where("slug", "=", "privacy")
    .where(sql<boolean>`published::text like '%for now it sends nothing%'`)
    .executeTakeFirst();
  if (!contradicting) return;
  const message = settingsMessages.privacyContradicts;
  throw new HttpError("invalid_body", message, { errors: [{ path: "value.mode", message }] });
}

function refuseTerms(before: SettingValues["terms"], after: SettingValues["terms"], earliest: string): void {
  const problem = termsProblem(before, after, earliest);
  if (!problem) return;
  const message = settingsMessages[problem.message](formatDay(earliest));
  throw new HttpError("invalid_body", message, {
    errors: [{ path: `value.${problem.index}.effective_from`, message }],
  });
}

type Terms = SettingValues["terms"];

/**
 * Whether somebody may change terms to these: what has begun by the time that they are saved stays, since fees of the past rest on it.
 * @param earliest London date. @returns the first version that is refused.
 */
function termsProblem(
  before: Terms,
  after: Terms,
  earliest: string,
): { index: number; message: "termsInForce" | "termsInPast" } | undefined {
  const hasBegun = ({ effective_from }: Terms[number]) => effective_from === null || effective_from < earliest;
  const begun = before.filter(hasBegun);
  const days = new Set(begun.map(({ effective_from }) => effective_from));
  const past = after.findIndex((version) => hasBegun(version) && !days.has(version.effective_from));
  if (past >= 0) return { index: past, message: "termsInPast" };
  const changed = begun.findIndex((version, index) => !isDeepStrictEqual(version, after[index]));
  return changed >= 0 ? { index: changed, message: "termsInForce" } : undefined;
}

const publishedContentRoute = routesOf("Published content");

const uploadBrandFile = clubRoute("post", "/settings/brand/files", {
  name: "uploadBrandFile",
  summary: "Upload a logo or an icon",
  audience: "admin",
  query: brandFileQuerySchema,
  upload: brandFileTypes,
  limit: { bytes: maximumBrandFileBytes, message: settingsMessages.tooLargeFile },
  status: 201,
  answer: uploadedBrandFileSchema,
  refuses: [
    "file_infected",
    "file_type_refused",
    "picture_unreadable",
    "rate_limited",
    "files_unavailable",
    "pictures_busy",
  ],
});

const readBrandFile = publishedContentRoute("get", "/settings/brand/files/{id}", {
  name: "getBrandFile",
  summary: "The logo, its preview or the icon that the club uses",
  audience: "anyone",
  params: idParameter,
  file: "image/png",
  refuses: ["range_not_satisfiable", "files_unavailable"],
});

export const brandFileRoutes = createRouter()
  .openapi(uploadBrandFile, async (c) => {
    const file = await storeBrandFile(c.var, c.req.valid("query").role, c.req.raw);
    return c.json({ ...file, url: brandFilePath(file.id) }, 201);
  })
  .openapi(readBrandFile, async (c) => {
    const { dependencies, actor } = c.var;
    const { id } = c.req.valid("param");
    const reader = dependencies.readAs(actor);
    const found = await findBrandFile(reader, id);
    const file = found && (await dependencies.files.open(reader, id));
    if (!file) throw notFound("file");
    const visibility = actor.userId ? "private" : "public";
    const headers = {
      "cache-control": `${visibility}, max-age=3600`,
      "content-disposition": inline(`${found.role}.png`),
    };
    return (await fileResponse(c, file, headers)) as never;
  });
