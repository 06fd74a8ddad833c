import { z } from "zod";
import { listOf, momentSchema } from "./lists.ts";

const eventSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** Start. */
  date: momentSchema,
  ends_at: momentSchema,
  /** London time, "18:30–20:30". */
  time: z.string(),
  location: z.string(),
  attendees: z.number().int(),
  status: z.enum(["upcoming", "completed"]),
  description: z.string(),
  is_example: z.boolean(),
});
export type ClubEvent = z.infer<typeof eventSchema>;
export const eventListSchema = listOf(eventSchema);
