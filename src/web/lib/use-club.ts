import type { Club } from "#shared/settings/settings.ts";
import { useSiteData } from "./site-data.tsx";

/** What the club says of itself today: name, address, plans, figures. */
export const useClub = (): Club => useSiteData<Club>("/settings");
