import { z } from "zod";
import { eventAnswerMessages } from "#shared/event-messages.ts";
import { guestNameSchema } from "#shared/events.ts";

export const guestRules = z.object({
  guest_name: z.string().trim().min(1, eventAnswerMessages.guestNameRequired).pipe(guestNameSchema),
});
