import { z } from "zod";
import { nextSchema } from "#shared/acts/acts.ts";
import { dealSchemes, dealStates } from "#shared/deals/deal-messages.ts";
import { momentSchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { toDoKinds, todayKinds, todayPlaces } from "./to-do-messages.ts";

/** What waits for its reader. */
export const toDoSchema = namedObject("ToDo", {
  items: z.array(
    z.object({
      kind: z.enum(toDoKinds),
      subject_id: z.uuid().nullable(),
      /** Of a company, a person or an event; no deal is named but one that the reader committed to. */
      name: z.string().nullable(),
      by: momentSchema.nullable(),
      /** To be paid. */
      pence: z.int().nullable(),
      /** Of open deals. */
      count: z.int().nullable(),
    }),
  ),
  /** Introductions that the reader asked for. */
  asked: z.array(z.object({ id: z.uuid(), name: z.string(), asked_at: momentSchema })),
  /** What somebody new has done; null once a statement is signed and deal emails are chosen or declined. */
  start: z
    .object({
      profile: z.enum(["none", "pending", "published"]),
      statement: z.enum(["none", "in_review", "live"]),
      has_chosen_mails: z.boolean(),
    })
    .nullable(),
});
export type ToDo = z.infer<typeof toDoSchema>;
export type ToDoItem = ToDo["items"][number];

/** What waits for an admin, over all deals. */
export const todaySchema = namedObject("Today", {
  rows: z.array(
    z.object({
      kind: z.enum(todayKinds),
      place: z.enum(todayPlaces),
      path: z.string(),
      count: z.int(),
      /** Three at most. */
      names: z.array(z.string()),
      /** What comes next in a deal. */
      text: z.string().nullable(),
      act: nextSchema.shape.act,
      since: momentSchema.nullable(),
      by: momentSchema.nullable(),
    }),
  ),
  deals: z.array(
    z.object({
      id: z.uuid(),
      company_name: z.string(),
      state: z.enum(dealStates),
      scheme: z.enum(dealSchemes).nullable(),
      people: z.int(),
      next: z.string(),
      act: nextSchema.shape.act,
      by: momentSchema.nullable(),
      asked_pence: z.int(),
      paid_pence: z.int(),
      open_pence: z.int(),
      late_pence: z.int(),
      /** Members who have not paid, the largest sum first, three at most. */
      unpaid: z.array(z.object({ name: z.string(), pence: z.int(), by: momentSchema.nullable() })),
      unpaid_members: z.int(),
    }),
  ),
  /** For somebody else to do, the longest first. */
  waiting: z.array(
    z.object({
      kind: z.enum(["deal", "invited", "no_statement"]),
      path: z.string(),
      count: z.int(),
      names: z.array(z.string()),
      text: z.string().nullable(),
      since: momentSchema.nullable(),
    }),
  ),
});
export type Today = z.infer<typeof todaySchema>;
