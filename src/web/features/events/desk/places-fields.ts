import { z } from "zod";
import { eventAudiences } from "#shared/events/event-messages.ts";
import { type DeskEvent, eventPlacesSchema } from "#shared/events/events.ts";
import { toLondonTime } from "#shared/london-time.ts";
import { count, countOrNull, londonMoment, typedAs } from "#web/lib/form-codecs.ts";

const fields = z.object({
  audience: z.enum(eventAudiences),
  capacity: countOrNull,
  guests_allowed: z.boolean(),
  /** The day; the time has a field of its own. */
  answer_until: z.string(),
  answer_time: z.string(),
  offer_hours: count,
});
export type PlacesValues = z.input<typeof fields>;

export const placesSchema = typedAs(
  fields
    .refine((values) => values.answer_until === "" || values.answer_time !== "", {
      path: ["answer_time"],
      message: "Please enter a time too, or leave both empty.",
    })
    .refine((values) => values.answer_time === "" || values.answer_until !== "", {
      path: ["answer_until"],
      message: "Please enter a day too, or leave both empty.",
    })
    .transform(({ answer_until, answer_time, ...rest }) => ({
      ...rest,
      answer_until: answer_until ? londonMoment(answer_until, answer_time) : null,
    })),
  eventPlacesSchema,
);

export function toPlacesValues({ audience, capacity, guests_allowed, offer_hours, answer_until }: DeskEvent) {
  const until = answer_until ? toLondonTime(new Date(answer_until)) : undefined;
  return {
    audience,
    capacity: z.encode(countOrNull, capacity),
    guests_allowed,
    answer_until: until?.date ?? "",
    answer_time: until?.time ?? "",
    offer_hours: z.encode(count, offer_hours),
  };
}
