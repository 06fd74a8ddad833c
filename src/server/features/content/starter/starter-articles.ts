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

/** Newest first. */
export const starterArticles = [
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
];
