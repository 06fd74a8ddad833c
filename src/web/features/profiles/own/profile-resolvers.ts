import { zodResolver } from "@hookform/resolvers/zod";
import { profileInputSchema, submissionInputSchema } from "#shared/profiles.ts";

export const profileResolver = zodResolver(profileInputSchema);
export const submissionResolver = zodResolver(submissionInputSchema);
