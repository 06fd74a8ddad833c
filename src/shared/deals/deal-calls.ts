import { z } from "zod";
import { givenMomentSchema, momentSchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { lineUpTo, textSchema } from "#shared/text.ts";
import { dealCallMessages as messages } from "./deal-call-messages.ts";

/** As its reader sees it, without the address to join at. */
export const openCallSchema = namedObject("OpenCall", {
  id: z.uuid(),
  starts_at: momentSchema,
  ends_at: momentSchema,
  /** Such as "Video, one hour, both founders". */
  about: z.string(),
  cancelled_reason: z.string().nullable(),
  /** When the reader asked for it; null if they did not, or not any more. */
  requested_at: momentSchema.nullable(),
  joined_at: momentSchema.nullable(),
  /** From a quarter of an hour before it begins to its end, for members who asked. */
  is_joinable: z.boolean(),
});
export type OpenCall = z.infer<typeof openCallSchema>;
/** The calls are in the order of their time. */
export const openCallListSchema = namedObject("OpenCallList", { items: z.array(openCallSchema) });
export type OpenCallList = z.infer<typeof openCallListSchema>;

/** The ticked words are kept as they read. */
export const callRequestInputSchema = namedObject("CallRequestInput", { asks: z.boolean() });
export const joinedCallSchema = namedObject("JoinedCall", { join_url: z.string() });

const moment = z.iso
  .datetime({ message: messages.moment, abort: true })
  .regex(/^[12]/, messages.moment)
  .transform((text) => new Date(text).toISOString());
const callFields = z.object({
  starts_at: moment,
  ends_at: moment,
  about: lineUpTo(500).trim().min(1, messages.required),
  join_url: z.url({ protocol: /^https$/, message: messages.address }).max(2000, messages.address),
});
const hours = 60 * 60 * 1000;
const isInOrder = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }) => {
  const length = Date.parse(ends_at) - Date.parse(starts_at);
  return length > 0 && length <= 8 * hours;
};
const order = { path: ["ends_at"], message: messages.order };
export const callInputSchema = callFields.refine(isInOrder, order).meta({ id: "CallInput" });
export const callUpdateSchema = callFields
  .extend({ expected_version: givenMomentSchema })
  .refine(isInOrder, order)
  .meta({ id: "CallUpdate" });
export type CallInput = z.input<typeof callInputSchema>;
export const callCancelSchema = namedObject("CallCancel", {
  reason: textSchema.trim().min(1, messages.required).max(1000, messages.tooLong(1000)),
  expected_version: givenMomentSchema,
});

const deskCallSchema = openCallSchema
  .pick({ id: true, starts_at: true, ends_at: true, about: true, cancelled_reason: true })
  .extend({
    updated_at: momentSchema,
    join_url: z.string(),
    people: z.array(
      z.object({
        id: z.uuid(),
        full_name: z.string().nullable(),
        requested_at: momentSchema,
        withdrawn_at: momentSchema.nullable(),
        joined_at: momentSchema.nullable(),
      }),
    ),
  });
export type DeskCall = z.infer<typeof deskCallSchema>;
/** The calls are in the order of their time. */
export const deskCallListSchema = namedObject("DeskCallList", { items: z.array(deskCallSchema) });
export type DeskCallList = z.infer<typeof deskCallListSchema>;
