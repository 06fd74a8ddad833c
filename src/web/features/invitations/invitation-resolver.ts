import { zodResolver } from "@hookform/resolvers/zod";
import { invitationInputSchema } from "#shared/invitations.ts";

export const invitationResolver = zodResolver(invitationInputSchema);
