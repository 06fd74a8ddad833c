import { z } from "zod";

/** Whether one is needed, the server knows. */
export const passwordFormSchema = z.object({ password: z.string().max(1024) });
