import { zodResolver } from "@hookform/resolvers/zod";
import { recoveryCodeInputSchema, totpInputSchema } from "#shared/account.ts";

export const totpResolver = zodResolver(totpInputSchema);
export const recoveryCodeResolver = zodResolver(recoveryCodeInputSchema);
