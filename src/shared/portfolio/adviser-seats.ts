import { z } from "zod";
import { paperKinds } from "#shared/funds/funds-completion-messages.ts";
import { listOf, momentSchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { emailSchema, nameSchema } from "#shared/text.ts";
import { adviserSeatMessages as messages, seatStates } from "./adviser-seats-messages.ts";
import { ownCompanySchema, portfolioQuerySchema, portfolioSchema } from "./portfolio.ts";
import { yearEndInputSchema } from "./year-end-pack.ts";

export const adviserSeatInputSchema = namedObject("AdviserSeatInput", {
  name: nameSchema.max(120, "Please use at most 120 characters").min(1, messages.name),
  /** The member keeps it for their own list: nobody is written to. */
  email: emailSchema.nullable().default(null),
  shows_reliefs: z.boolean().default(false),
  shows_papers: z.boolean().default(false),
});

const openingSchema = z.object({
  opened_at: momentSchema,
  /** A text such as "Chrome on Windows"; `null` for one that does not say. */
  device: z.string().nullable(),
  is_new_device: z.boolean(),
});

export const adviserSeatSchema = namedObject("AdviserSeat", {
  id: z.uuid(),
  name: z.string(),
  email: z.string().nullable(),
  shows_reliefs: z.boolean(),
  shows_papers: z.boolean(),
  created_at: momentSchema,
  expires_at: momentSchema,
  ended_at: momentSchema.nullable(),
  state: z.enum(seatStates),
  openings_count: z.int(),
  /** The latest, newest first. */
  openings: z.array(openingSchema),
  can: z.object({ renew: z.boolean(), end: z.boolean() }),
});
export type AdviserSeat = z.infer<typeof adviserSeatSchema>;
export const adviserSeatListSchema = listOf(adviserSeatSchema).meta({ id: "AdviserSeatList" });

/** The link is told this once: only the hash of its token is kept. */
export const grantedSeatSchema = namedObject("GrantedSeat", { seat: adviserSeatSchema, link: z.string() });
export type GrantedSeat = z.infer<typeof grantedSeatSchema>;

/** Of a seat's link, in the body of a call: no log has it. */
const token = z.string().min(1).max(200);
export const adviserTokenSchema = namedObject("AdviserToken", { token });
export const adviserReadSchema = namedObject("AdviserRead", { token, ...portfolioQuerySchema.shape });

export const adviserYearEndSchema = namedObject("AdviserYearEnd", { token, ...yearEndInputSchema.shape });

export const adviserPaperSchema = namedObject("AdviserPaper", {
  id: z.uuid(),
  commitment_id: z.uuid(),
  kind: z.enum(paperKinds),
  dated_on: z.string(),
  scheme: z.enum(["SEIS", "EIS"]).nullable(),
  bytes: z.int(),
  company_name: z.string(),
  deal_name: z.string(),
});

/** What an adviser is shown: a member's holdings, and of the rest only what the member ticked. */
export const adviserViewSchema = namedObject("AdviserView", {
  seat: z.object({
    name: z.string(),
    member_name: z.string().nullable(),
    expires_at: momentSchema,
    shows_reliefs: z.boolean(),
    shows_papers: z.boolean(),
  }),
  portfolio: portfolioSchema,
  companies: z.array(ownCompanySchema),
  papers: z.array(adviserPaperSchema),
  /** For which there is a year-end pack, the newest first. 2026 begins on 6 April 2026. */
  tax_years: z.array(z.int()),
});
export type AdviserView = z.infer<typeof adviserViewSchema>;
