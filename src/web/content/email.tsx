import { club } from "#shared/club.ts";
import { InlineLink } from "#web/ui/link.tsx";

/** The club's contact address, as texts give it. */
export const Email = () => <InlineLink to={`mailto:${club.contactEmail}`}>{club.contactEmail}</InlineLink>;
