import { zodResolver } from "@hookform/resolvers/zod";
import { registrationInputSchema } from "#shared/registrations.ts";

export const registrationResolver = zodResolver(registrationInputSchema);
