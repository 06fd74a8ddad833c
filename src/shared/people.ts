import { z } from "zod";
import { standingMessages } from "./membership-messages.ts";
import { textSchema } from "./text.ts";

/** Why an admin changes something about somebody, in words that the person is sent. */
export const reasonInputSchema = z.object({ reason: textSchema.trim().min(1, standingMessages.reasonMissing) });
