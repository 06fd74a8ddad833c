import { club } from "#shared/club.ts";
import { InlineLink } from "#web/ui/link.tsx";

export const Email = () => <InlineLink to={`mailto:${club.contactEmail}`}>{club.contactEmail}</InlineLink>;
