import { z } from "zod";
import type { ContentOf } from "#shared/content/content.ts";
import { companyStatuses } from "#shared/content/content-messages.ts";
import { listOf } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";

/** Unknown facts are null or empty. */
export const investmentSchema = namedObject("Investment", {
  slug: z.string(),
  name: z.string(),
  logo: z.string().nullable(),
  website: z.string(),
  status: z.enum(companyStatuses),
  what_it_does: z.string().nullable(),
  sector: z.string().nullable(),
  stage: z.string().nullable(),
  round: z.string().nullable(),
  instrument: z.string().nullable(),
  tax_relief: z.string().nullable(),
  /** ISO date. */
  invested_on: z.string().nullable(),
  reason: z.string().nullable(),
  updates: z.array(z.object({ date: z.string(), title: z.string(), text: z.string() })),
  /** A document without a URL is still to come. */
  documents: z.array(z.object({ name: z.string(), url: z.string().nullable() })),
  is_example: z.boolean(),
});
export type Investment = z.infer<typeof investmentSchema>;
export const investmentListSchema = listOf(investmentSchema).meta({ id: "InvestmentList" });

/** Newest update first. */
export const toInvestment = (company: ContentOf<"company"> & { slug: string; is_example: boolean }): Investment => ({
  slug: company.slug,
  name: company.name,
  logo: company.logo || null,
  website: company.website,
  status: company.status,
  what_it_does: company.what_it_does || null,
  sector: company.sector || null,
  stage: company.stage || null,
  round: company.round || null,
  instrument: company.instrument || null,
  tax_relief: company.tax_relief || null,
  invested_on: company.invested_on || null,
  reason: company.reason || null,
  updates: company.updates.toSorted((one, other) => other.date.localeCompare(one.date)),
  documents: company.documents.map(({ name, url }) => ({ name, url: url || null })),
  is_example: company.is_example,
});
