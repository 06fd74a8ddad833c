import { zodResolver } from "@hookform/resolvers/zod";
import { signInInputSchema } from "#shared/session.ts";

export const signInResolver = zodResolver(signInInputSchema);
