import { z } from "zod";
import { adviserSeatMessages, adviserSeatListMessages as messages } from "#shared/adviser-seats-messages.ts";
import { emailSchema } from "#shared/text.ts";

export const seatRules = z.object({
  name: z.string().trim().min(1, adviserSeatMessages.name).max(120),
  email: z.union([z.literal(""), emailSchema], messages.emailWrong),
  shows_reliefs: z.boolean(),
  shows_papers: z.boolean(),
});
export type SeatValues = z.infer<typeof seatRules>;
