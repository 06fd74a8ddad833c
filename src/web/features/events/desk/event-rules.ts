import { z } from "zod";
import { eventDeskMessages as messages } from "#shared/event-desk-messages.ts";
import { eventAudiences } from "#shared/event-messages.ts";
import { eventCancelSchema } from "#shared/events.ts";

export const cancelRules = eventCancelSchema.pick({ reason: true });

const isWhole = (text: string, from: number, to: number) =>
  /^\d+$/.test(text) && Number(text) >= from && Number(text) <= to;

export const placesRules = z
  .object({
    audience: z.enum(eventAudiences),
    capacity: z
      .string()
      .trim()
      .refine((text) => text === "" || isWhole(text, 1, 100_000), messages.wholeNumber),
    guests_allowed: z.boolean(),
    answer_date: z.string(),
    answer_time: z.string(),
    offer_hours: z
      .string()
      .trim()
      .refine((text) => isWhole(text, 1, 168), messages.hoursNumber),
  })
  .refine((values) => values.answer_date === "" || values.answer_time !== "", {
    path: ["answer_time"],
    message: messages.timeMissing,
  })
  .refine((values) => values.answer_time === "" || values.answer_date !== "", {
    path: ["answer_date"],
    message: messages.dateMissing,
  });
