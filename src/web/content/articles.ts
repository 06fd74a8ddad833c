import type { CoverCategory } from "#web/ui/pictures/cover-names.ts";

export interface Article {
  id: number;
  slug: string;
  title: string;
  excerpt: string;
  /** ISO date. */
  date: string;
  category: CoverCategory;
  readingMinutes: number;
}

/** Newest first; text in `articles/{slug}.mdx`. */
export const articles: readonly Article[] = [
  {
    id: 1,
    slug: "zero-to-one-million-saas-journey",
    title: "From nought to one million: a SaaS company’s first climb",
    excerpt:
      "What changes between the first paying customer and £1m of recurring revenue, and what investors ask at each stop.",
    date: "2026-11-12",
    category: "Startup Growth",
    readingMinutes: 7,
  },
  {
    id: 2,
    slug: "what-to-look-for-in-founders",
    title: "What to look for in founders",
    excerpt:
      "Evidence rather than folklore: experience, candour about churn, and how a team answers the second question.",
    date: "2026-11-03",
    category: "Founder Evaluation",
    readingMinutes: 7,
  },
  {
    id: 3,
    slug: "convertible-loan-notes",
    title: "Convertible loan notes, without the fog",
    excerpt: "Debt that hopes to become shares: discount, cap, longstop, and why tax relief is off the table.",
    date: "2026-10-21",
    category: "Funding",
    readingMinutes: 6,
  },
  {
    id: 4,
    slug: "lessons-from-483-investments",
    title: "Lessons from 483 investments",
    excerpt: "Lay a British study’s results over 483 investments, and see how few of them pay for all the rest.",
    date: "2026-10-06",
    category: "Angel Investing",
    readingMinutes: 4,
  },
  {
    id: 5,
    slug: "saas-funding-agreements",
    title: "The papers behind a SaaS round",
    excerpt:
      "Term sheet, subscription agreement, articles: what each one settles, and the clauses worth an hour of your time.",
    date: "2026-09-22",
    category: "Funding",
    readingMinutes: 6,
  },
  {
    id: 6,
    slug: "beginner-angel-investors",
    title: "Your first angel investment",
    excerpt: "What to settle before you invest: how much, how many, how long, and what you can bear to lose.",
    date: "2026-09-08",
    category: "Angel Investing",
    readingMinutes: 5,
  },
  {
    id: 7,
    slug: "eis-seis-tax-schemes",
    title: "What SEIS and EIS give back, and what they ask of you",
    excerpt: "Two schemes, two rates, three years, and the conditions that can take the relief away again.",
    date: "2026-08-25",
    category: "Tax Relief",
    readingMinutes: 7,
  },
  {
    id: 8,
    slug: "understanding-multiples",
    title: "Understanding multiples",
    excerpt:
      "A multiple is a price in disguise. Which revenue, which date, which companies: three questions to ask of any.",
    date: "2026-08-11",
    category: "Valuation",
    readingMinutes: 7,
  },
  {
    id: 9,
    slug: "saas-metrics-evaluation",
    title: "SaaS metrics that tell you something",
    excerpt:
      "Retention, payback and burn: how each is worked out, and where each can be made to look better than it is.",
    date: "2026-07-28",
    category: "Metrics",
    readingMinutes: 7,
  },
  {
    id: 10,
    slug: "startup-valuations",
    title: "What a start-up is worth before it earns",
    excerpt: "Five ways to put a number on a company with no profit, and when each one misleads.",
    date: "2026-07-14",
    category: "Valuation",
    readingMinutes: 6,
  },
  {
    id: 11,
    slug: "angel-syndicates",
    title: "How angel syndicates work",
    excerpt: "Who leads, who pays, who holds the shares, and how the money comes back if it does.",
    date: "2026-06-30",
    category: "Angel Investing",
    readingMinutes: 5,
  },
];

export const articleBySlug = (slug: string): Article | undefined => articles.find((article) => article.slug === slug);

/** Matches title, excerpt or category, any letter case. */
export function findArticles(words: string, category: string | null): Article[] {
  const wanted = folded(words.trim());
  return articles.filter((article) => {
    if (category && article.category !== category) return false;
    return [article.title, article.excerpt, article.category].some((text) => folded(text).includes(wanted));
  });
}

export function neighboursOf(article: Article): { previous: Article | undefined; next: Article | undefined } {
  const place = articles.findIndex(({ slug }) => slug === article.slug);
  return { previous: articles[place - 1], next: articles[place + 1] };
}

const relatedCount = 3;

/** Same category first, then related categories. */
export function relatedArticles(article: Article): Article[] {
  const nearest = [article.category, ...nearestCategories[article.category]];
  return nearest
    .flatMap((category) => articles.filter((other) => other.category === category && other.slug !== article.slug))
    .slice(0, relatedCount);
}

const nearestCategories: Record<CoverCategory, readonly CoverCategory[]> = {
  "Startup Growth": ["Metrics", "Founder Evaluation", "Valuation"],
  "Founder Evaluation": ["Startup Growth", "Metrics", "Angel Investing"],
  Funding: ["Tax Relief", "Valuation"],
  "Angel Investing": ["Tax Relief", "Founder Evaluation"],
  "Tax Relief": ["Funding", "Angel Investing"],
  Valuation: ["Metrics", "Funding"],
  Metrics: ["Startup Growth", "Valuation"],
};

/** Titles have curly apostrophes; people type straight ones. */
const folded = (text: string): string => text.toLowerCase().replaceAll("’", "'");
