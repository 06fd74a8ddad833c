import { z } from "zod";
import { listOf, momentSchema, pageQuerySchema } from "./lists.ts";
import { pictureUrlSchema } from "./pictures.ts";
import { lineSchema, textSchema, webUrlSchema } from "./text.ts";

export const expertiseLimit = 30;
/** How many skills, and how many places, the directory offers to be filtered by: the most used ones. */
export const directoryFilterLimit = 200;

const optionalLine = lineSchema.nullish();
const optionalUrl = webUrlSchema.nullish();

/** What members fill in about themselves; empty optional fields are stored as null, the bio as entered. */
const profileFields = {
  bio: textSchema.nullish(),
  position: optionalLine,
  company: optionalLine,
  location: optionalLine,
  services_offered: textSchema.nullish(),
  expertise: z
    .array(lineSchema.trim().min(1))
    .max(expertiseLimit, `Please list at most ${expertiseLimit} skills`)
    .nullish(),
  linkedin_url: optionalUrl,
  website_url: optionalUrl,
  profile_image_url: pictureUrlSchema.nullish(),
};

export const submissionInputSchema = z.object({
  full_name: lineSchema.trim().min(1, "Full name is required"),
  ...profileFields,
});
export type SubmissionInput = z.infer<typeof submissionInputSchema>;

export const profileInputSchema = z.object({
  full_name: lineSchema.trim().min(2, "Full name must be at least 2 characters"),
  ...profileFields,
});
export type ProfileInput = z.infer<typeof profileInputSchema>;

export const memberProfileSchema = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  full_name: z.string(),
  bio: z.string().nullable(),
  position: z.string().nullable(),
  company: z.string().nullable(),
  location: z.string().nullable(),
  services_offered: z.string().nullable(),
  expertise: z.array(z.string()).nullable(),
  linkedin_url: z.string().nullable(),
  website_url: z.string().nullable(),
  profile_image_url: z.string().nullable(),
  is_visible: z.boolean(),
  created_at: momentSchema,
});
export type MemberProfile = z.infer<typeof memberProfileSchema>;

/** One profile, as its owner and admins see it: to everybody else neither is ever set. */
export const shownProfileSchema = memberProfileSchema.extend({
  hidden_by_owner_at: momentSchema.nullable(),
  hidden_by_admin_at: momentSchema.nullable(),
});
export type ShownProfile = z.infer<typeof shownProfileSchema>;

export const memberProfileListSchema = listOf(memberProfileSchema);

export const directoryQuerySchema = pageQuerySchema.extend({
  q: lineSchema.trim().optional(),
  expertise: lineSchema.trim().optional(),
  location: lineSchema.trim().optional(),
});

const termsSchema = z.array(z.object({ value: z.string(), members: z.number().int() }));

/** What stands in visible profiles, most used first, spellings that differ in letter case taken together. */
export const directoryFiltersSchema = z.object({ expertise: termsSchema, locations: termsSchema });
export type DirectoryFilters = z.infer<typeof directoryFiltersSchema>;
export type DirectoryTerm = DirectoryFilters["expertise"][number];
