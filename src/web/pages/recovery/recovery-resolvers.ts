import { zodResolver } from "@hookform/resolvers/zod";
import { passwordResetInputSchema, passwordResetRequestSchema } from "#shared/account.ts";

export const linkRequestResolver = zodResolver(passwordResetRequestSchema);
export const newPasswordResolver = zodResolver(passwordResetInputSchema.pick({ password: true }));
