import { z } from "zod";
import { eventDeskMessages as messages } from "#shared/event-desk-messages.ts";
import { eventAudiences } from "#shared/event-messages.ts";
import { eventCancelSchema, eventPlacesSchema } from "#shared/events.ts";
import { isBlank, orNaN, readCount } from "#shared/typed-numbers.ts";

export const cancelRules = eventCancelSchema.pick({ reason: true });

const { shape: places } = eventPlacesSchema;
const takes = (rule: z.ZodType, text: string): boolean => rule.safeParse(orNaN(readCount(text))).success;

export const placesRules = z
  .object({
    audience: z.enum(eventAudiences),
    capacity: z.string().refine((text) => isBlank(text) || takes(places.capacity, text), messages.wholeNumber),
    guests_allowed: z.boolean(),
    answer_date: z.string(),
    answer_time: z.string(),
    offer_hours: z.string().refine((text) => takes(places.offer_hours, text), messages.hoursNumber),
  })
  .refine((values) => values.answer_date === "" || values.answer_time !== "", {
    path: ["answer_time"],
    message: messages.timeMissing,
  })
  .refine((values) => values.answer_time === "" || values.answer_date !== "", {
    path: ["answer_date"],
    message: messages.dateMissing,
  });
