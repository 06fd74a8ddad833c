import { contentSchemas } from "#shared/content.ts";
import type { ContentKind } from "#shared/content-messages.ts";
import { toLondonTime } from "#shared/london-time.ts";
import angelSyndicates from "./article-angel-syndicates.json" with { type: "json" };
import beginnerAngelInvestors from "./article-beginner-angel-investors.json" with { type: "json" };
import convertibleLoanNotes from "./article-convertible-loan-notes.json" with { type: "json" };
import eisSeisTaxSchemes from "./article-eis-seis-tax-schemes.json" with { type: "json" };
import lessonsFrom483Investments from "./article-lessons-from-483-investments.json" with { type: "json" };
import saasFundingAgreements from "./article-saas-funding-agreements.json" with { type: "json" };
import saasMetricsEvaluation from "./article-saas-metrics-evaluation.json" with { type: "json" };
import startupValuations from "./article-startup-valuations.json" with { type: "json" };
import understandingMultiples from "./article-understanding-multiples.json" with { type: "json" };
import whatToLookForInFounders from "./article-what-to-look-for-in-founders.json" with { type: "json" };
import zeroToOneMillion from "./article-zero-to-one-million-saas-journey.json" with { type: "json" };
import coFounders from "./co-founders.json" with { type: "json" };
import { starterCompanies } from "./companies.ts";
import { starterEvents } from "./events.ts";
import faq from "./faq.json" with { type: "json" };
import news from "./news.json" with { type: "json" };
import investorTypes from "./page-hnwi-si.json" with { type: "json" };
import privacy from "./page-privacy.json" with { type: "json" };
import terms from "./page-terms.json" with { type: "json" };
import type { StarterItem } from "./starter-item.ts";

const written = [
  zeroToOneMillion,
  whatToLookForInFounders,
  convertibleLoanNotes,
  lessonsFrom483Investments,
  saasFundingAgreements,
  beginnerAngelInvestors,
  eisSeisTaxSchemes,
  understandingMultiples,
  saasMetricsEvaluation,
  startupValuations,
  angelSyndicates,
  ...news,
  ...faq,
  ...coFounders,
  privacy,
  terms,
  investorTypes,
];

/** In the order of the site. */
export const starterContent = (now: Date): StarterItem[] => [
  ...written.map(toItem),
  ...starterEvents(toLondonTime(now).date),
  ...starterCompanies,
];

function toItem({ kind, slug, content, ...dates }: { kind: string; slug: string; content: unknown }): StarterItem {
  const schema = contentSchemas[kind as ContentKind];
  return { kind, slug, content: schema.parse(content), ...dates } as StarterItem;
}
