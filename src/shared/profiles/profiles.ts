import { z } from "zod";
import { givenMomentSchema, listOf, momentSchema, pageQuerySchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { tiers } from "#shared/people/people-messages.ts";
import { pictureUrlSchema } from "#shared/pictures/pictures.ts";
import { lineSchema, nameSchema, textSchema, webUrlSchema } from "#shared/text.ts";
import { type ProfileField, profileFields } from "./profile-fields.ts";

const expertiseLimit = 30;
/** Most frequent filter options. */
export const directoryFilterLimit = 200;

const name = nameSchema;
const inputKinds = {
  name,
  line: nameSchema.nullish(),
  text: textSchema.nullish(),
  skills: z.array(nameSchema.min(1)).max(expertiseLimit, `Please list at most ${expertiseLimit} skills`).nullish(),
  url: webUrlSchema.nullish(),
  picture: pictureUrlSchema.nullish(),
};

const text = z.string().nullable();
const rowKinds = {
  name: z.string(),
  line: text,
  text,
  skills: z.array(z.string()).nullable(),
  url: text,
  picture: text,
};

type Shape<Kinds extends Record<ProfileField["kind"], unknown>> = {
  [Field in ProfileField as Field["name"]]: Kinds[Field["kind"]];
};

const profileShape = <Kinds extends Record<ProfileField["kind"], unknown>>(kinds: Kinds) =>
  Object.fromEntries(profileFields.map(({ name, kind }) => [name, kinds[kind]])) as Shape<Kinds>;

/** Blank optional fields become null; bio as entered. */
const inputShape = profileShape(inputKinds);

export const submissionInputSchema = namedObject("SubmissionInput", {
  ...inputShape,
  full_name: name.min(1, "Full name is required"),
});
export type SubmissionInput = z.infer<typeof submissionInputSchema>;

export const profileInputSchema = namedObject("ProfileInput", {
  ...inputShape,
  full_name: name.min(2, "Full name must be at least 2 characters"),
});
export type ProfileInput = z.infer<typeof profileInputSchema>;
/** The `updated_at` that was read; without it, whatever was saved meanwhile is replaced. */
export const profileUpdateSchema = profileInputSchema.extend({ expected_version: givenMomentSchema.optional() });

export const memberProfileSchema = namedObject("MemberProfile", {
  id: z.uuid(),
  user_id: z.uuid(),
  ...profileShape(rowKinds),
  is_visible: z.boolean(),
  created_at: momentSchema,
});
export type MemberProfile = z.infer<typeof memberProfileSchema>;

/** The profile is for its owner and admins only. */
export const shownProfileSchema = memberProfileSchema
  .extend({
    updated_at: momentSchema,
    hidden_by_owner_at: momentSchema.nullable(),
    hidden_by_admin_at: momentSchema.nullable(),
    can: z.object({
      edit: z.boolean(),
      hide: z.boolean(),
      show: z.boolean(),
      hide_as_admin: z.boolean(),
      show_as_admin: z.boolean(),
    }),
  })
  .meta({ id: "ShownProfile" });
export type ShownProfile = z.infer<typeof shownProfileSchema>;

export const directoryProfileSchema = shownProfileSchema
  .extend({
    /** `null` means that its owner does not want it shown. */
    shown_tier: z.enum(tiers).nullable(),
  })
  .meta({ id: "DirectoryProfile" });
export type DirectoryProfile = z.infer<typeof directoryProfileSchema>;

export const memberProfileListSchema = listOf(memberProfileSchema).meta({ id: "MemberProfileList" });

export const directoryQuerySchema = pageQuerySchema.extend({
  q: lineSchema.trim().optional(),
  expertise: lineSchema.trim().optional(),
  location: lineSchema.trim().optional(),
});

const termsSchema = z.array(z.object({ value: z.string(), members: z.number().int() }));

/** Visible profiles, most frequent first, letter case merged. */
export const directoryFiltersSchema = namedObject("DirectoryFilters", {
  expertise: termsSchema,
  locations: termsSchema,
});
export type DirectoryFilters = z.infer<typeof directoryFiltersSchema>;
export type DirectoryTerm = DirectoryFilters["expertise"][number];
