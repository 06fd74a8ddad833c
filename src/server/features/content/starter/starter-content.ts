import { type ContentOf, contentSchemas } from "#shared/content/content.ts";
import type { ContentKind } from "#shared/content/content-messages.ts";
import type { SitePageContent } from "#shared/content/site-page-layouts.ts";
import { toLondonTime } from "#shared/london-time.ts";
import { plansWith, slack } from "#shared/settings/plan-costs.ts";
import type { Club } from "#shared/settings/settings.ts";
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
import faq from "./faq.json" with { type: "json" };
import news from "./news.json" with { type: "json" };
import investorTypes from "./page-hnwi-si.json" with { type: "json" };
import privacy from "./page-privacy.json" with { type: "json" };
import terms from "./page-terms.json" with { type: "json" };
import samplePages from "./site-pages.json" with { type: "json" };
import ownClubPages from "./site-pages-own-club.json" with { type: "json" };

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

const written = [...starterArticles, ...news, ...faq, ...coFounders, privacy, terms, investorTypes];

/** The words of the five pages of the site: the sample club’s, and those of a club of its own, which claim nothing. */
export const sampleSitePages = (): StarterItem[] => samplePages.map(toItem);
export const ownClubSitePages = (): StarterItem[] => ownClubPages.map(toItem);

export const starterContent = (now: Date): StarterItem[] => [
  ...written.map(toItem),
  ...starterEvents(toLondonTime(now).date),
  ...starterCompanies,
];

function toItem({ kind, slug, content, ...dates }: { kind: string; slug: string; content: unknown }): StarterItem {
  const schema = contentSchemas[kind as ContentKind];
  return { kind, slug, content: schema.parse(content), ...dates } as StarterItem;
}

/** Two ahead and one behind. @param today "2026-11-22", in London. */
const starterEvents = (today: string): StarterItem[] => [
  {
    kind: "event",
    slug: "autumn-dinner",
    content: {
      title: "Members' dinner and founder pitches",
      date: daysFrom(today, 14),
      start_time: "18:30",
      end_time: "21:30",
      location: "The Long Room, Clerkenwell, London",
      attendees: 28,
      description: "Three founders, ten minutes each, and time at the table to ask them what the deck left out.",
    },
  },
  {
    kind: "event",
    slug: "saas-metrics-clinic",
    content: {
      title: "Reading SaaS metrics: a working clinic",
      date: daysFrom(today, 28),
      start_time: "12:30",
      end_time: "13:30",
      location: "Online",
      attendees: 41,
      description: "Bring a set of numbers from a data room. We work through retention, payback and burn together.",
    },
  },
  {
    kind: "event",
    slug: "eis-evening",
    content: {
      title: "SEIS and EIS, claimed correctly",
      date: daysFrom(today, -21),
      start_time: "18:00",
      end_time: "19:30",
      location: "Online",
      attendees: 36,
      description: "What the certificates are for, when to claim, and the mistakes that cost members their relief.",
    },
  },
];

const day = 24 * 60 * 60 * 1000;

const daysFrom = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * day).toISOString().slice(0, 10);

/** What the pages of a real club said while their words were code: the sample’s, without what it alone claimed. */
export const sitePagesBefore = (club: Club): StarterItem[] => sampleSitePages().map((page) => asBefore(page, club));

function asBefore(page: StarterItem, club: Club): StarterItem {
  const changes = wordsBefore(club)[page.slug] ?? [];
  const text = changes.reduce(
    (json, [sample, before]) => json.replaceAll(inJson(sample), inJson(before)),
    JSON.stringify(page.content),
  );
  const content = JSON.parse(text) as SitePageContent;
  const shown = content.sections.map((section) => ({
    ...section,
    is_shown: !(page.slug === "home" && section.key === "why_join"),
    points: section.points.filter(({ title }) => title !== "We invest beside you" && title !== "Beside you"),
  }));
  return { ...page, content: { ...content, sections: shown } } as StarterItem;
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

function wordsBefore({ plans, links }: Club): Record<string, [sample: string, before: string][]> {
  const community: [string, string][] = plansWith(plans, slack)
    ? []
    : [
        [", and in the Slack and WhatsApp community,", ","],
        [" and in the Slack and WhatsApp community", ""],
        ["Members’ events, a directory of who knows what, and on {community_plans} the Slack community.", noCommunity],
      ];
  return {
    home: [
      ...community,
      [" The club and its founders invest in every one, beside the members who choose it.", ""],
      ["Software first", "One cheque from us all"],
      ["Early-stage technology, mostly SaaS, from pre-seed to Series A. ", ""],
      ["Bring your stick to the fire", "Invest with us"],
    ],
    about: [
      ["A club for people who back people", "About {product}"],
      [
        "Vetted opportunities, low fees, clear information, and investors who keep learning",
        "Each round in a vehicle of its own",
      ],
    ],
    membership: [
      ...community,
      ...(plansWith(plans, /\bonline academy\b/i)
        ? []
        : [
            ["The Online Academy on {academy_plans}, articles for everyone,", "Articles for everyone"] as [
              string,
              string,
            ],
          ]),
    ],
    founders: [
      ...community,
      ["We back early-stage technology companies, most of them SaaS. ", ""],
      [", and the club and its founders invest with them", ""],
      ["Software that customers already pay for, or are queuing to try; most of it SaaS", somethingPaidFor],
      ["From pre-seed to Series A. ", ""],
      ...(links.founder_enquiry ? [] : [["The {founder_enquiry} costs", "It costs"] as [string, string]]),
    ],
  };
}

const noCommunity = "Members’ events, and a directory of who knows what.";
const somethingPaidFor = "Something that customers already pay for, or are queuing to try";

export type StarterItem = {
  [Kind in ContentKind]: {
    kind: Kind;
    slug: string;
    content: ContentOf<Kind>;
    /** "2025-02-10"; today, if left out. */
    published_at?: string;
  };
}[ContentKind];
