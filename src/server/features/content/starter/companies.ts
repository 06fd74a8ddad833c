import { contentSchemas } from "#shared/content/content.ts";
import type { StarterItem } from "./starter-item.ts";

/** All else members are shown as still to come. */
const company = (slug: string, name: string): StarterItem => ({
  kind: "company",
  slug,
  content: contentSchemas.company.parse({
    name,
    website: `https://${slug}.example`,
    status: "Active",
    logo: `/logos/${slug}.svg`,
  }),
});

export const starterCompanies = [
  company("propane", "Propane"),
  company("loxa", "Loxa"),
  company("pandektes", "Pandektes"),
];
