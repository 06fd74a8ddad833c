import { z } from "zod";
import { registrationInputSchema } from "#shared/account/registrations.ts";
import { namedObject } from "#shared/named-object.ts";
import { settingSchemas } from "#shared/settings/settings.ts";
import { nameSchema, textSchema } from "#shared/text.ts";
import { setupMessages, siteClaimKeys } from "./setup-messages.ts";

export const setupStateSchema = namedObject("SetupState", {
  /** new: no admin has registered yet. */
  state: z.enum(["new", "started", "finished"]),
  /** Begun by the person who reads it. */
  is_mine: z.boolean(),
  /** Admins alone read the name. */
  started_by_name: z.string().nullable(),
  can: z.object({ finish: z.boolean(), skip: z.boolean() }),
});
export type SetupState = z.infer<typeof setupStateSchema>;

export const setupAccountSchema = registrationInputSchema
  .extend({
    full_name: nameSchema.min(1, setupMessages.required),
  })
  .meta({ id: "SetupAccount" });
export type SetupAccount = z.infer<typeof setupAccountSchema>;

const identity = { name: true, operator: true, company_number: true, address: true, contact_email: true } as const;

export const setupInputSchema = settingSchemas.identity
  .pick(identity)
  .extend({
    /** A blank one becomes the sentence of `defaultRegulation`. */
    regulation: textSchema.trim().max(600),
    start_with: z.enum(["examples", "empty"]),
    /** What the operator confirms, and the public pages say from then on. */
    claims: z.array(z.enum(siteClaimKeys)).default([]),
  })
  .meta({ id: "SetupInput" });
export type SetupInput = z.infer<typeof setupInputSchema>;

/** The form holds the address as it is typed, in one text. */
export const setupFormSchema = setupInputSchema.extend({
  address: textSchema.trim().min(1, setupMessages.required),
});
export type SetupForm = z.infer<typeof setupFormSchema>;
