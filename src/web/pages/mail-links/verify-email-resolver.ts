import { zodResolver } from "@hookform/resolvers/zod";
import { emailVerificationInputSchema } from "#shared/account.ts";

export const verifyEmailResolver = zodResolver(emailVerificationInputSchema.pick({ password: true }));
