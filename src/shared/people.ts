import { z } from "zod";
import { standingMessages } from "./membership-messages.ts";
import { textSchema } from "./text.ts";

/** Sent to the person. */
export const reasonInputSchema = z.object({ reason: textSchema.trim().min(1, standingMessages.reasonMissing) });
