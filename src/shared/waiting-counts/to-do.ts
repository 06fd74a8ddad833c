import { z } from "zod";
import { nextSchema } from "#shared/acts/acts.ts";
import { dealSchemes, dealStates } from "#shared/deals/deal-messages.ts";
import { momentSchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { othersKinds, toDoKinds, todayKinds, todayPlaces } from "./to-do-messages.ts";

export const toDoSchema = namedObject("ToDo", {
  items: z.array(
    z.object({
      kind: z.enum(toDoKinds),
      subject_id: z.uuid().nullable(),
      /** Of a company, a person or an event; no deal is named but one that the reader committed to. */
      name: z.string().nullable(),
      by: momentSchema.nullable(),
      pence: z.int().nullable(),
      /** The count is of open deals. */
      count: z.int().nullable(),
    }),
  ),
  /** What the reader waits for others with, the longest first; certificates that are late are in their portfolio. */
  others: z.array(
    z.object({
      kind: z.enum(othersKinds),
      subject_id: z.uuid().nullable(),
      name: z.string().nullable(),
      since: momentSchema,
      pence: z.int().nullable(),
    }),
  ),
  /** Somebody new has done this; `null` once a statement is signed and deal emails are chosen or declined. */
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
      /** Each once, three at most. */
      names: z.array(z.string()),
      text: z.string().nullable(),
      act: nextSchema.shape.act,
      since: momentSchema.nullable(),
      by: momentSchema.nullable(),
    }),
  ),
  deals: z.array(
    z.object({
      id: z.uuid(),
      /** With the round where the company has several. */
      company_name: z.string(),
      state: z.enum(dealStates),
      scheme: z.enum(dealSchemes).nullable(),
      people: z.int(),
      next: z.string(),
      act: nextSchema.shape.act,
      waits_for: nextSchema.shape.waits_for,
      by: momentSchema.nullable(),
      asked_pence: z.int(),
      paid_pence: z.int(),
      open_pence: z.int(),
      /** So much of what is open has come to the bank and waits to be booked. */
      pending_pence: z.int(),
      late_pence: z.int(),
      /** Members of whom more is open than has come to the bank, and that difference, the largest sum first, three at most. */
      unpaid: z.array(z.object({ name: z.string(), pence: z.int(), by: momentSchema.nullable() })),
      unpaid_members: z.int(),
    }),
  ),
  /** For somebody else to do, or what happens at its time. */
  waiting: z.array(
    z.object({
      kind: z.enum(["deal", "unpaid", "invited", "no_statement", "form_waits"]),
      path: z.string(),
      count: z.int(),
      names: z.array(z.string()),
      text: z.string().nullable(),
      since: momentSchema.nullable(),
      /** What waits for its time goes on then; nothing has to be done by then. */
      from: momentSchema.nullable(),
      by: momentSchema.nullable(),
      /** The call that reminds so many of them; null where there is none, or all were reminded on this day. */
      remind: z.object({ path: z.string(), people: z.int() }).nullable(),
    }),
  ),
});
export type Today = z.infer<typeof todaySchema>;
