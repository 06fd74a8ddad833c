import { starterArticles } from "#server/features/content/starter/starter-content.ts";
import { articleCover, type CoverCategory, categoryCover, coverCategories } from "#web/ui/pictures/cover-names.ts";
import { angelInvesting } from "./covers/angel-investing.ts";
import { founderEvaluation } from "./covers/founder-evaluation.ts";
import { funding } from "./covers/funding.ts";
import { metrics } from "./covers/metrics.ts";
import { startupGrowth } from "./covers/startup-growth.ts";
import { taxRelief } from "./covers/tax-relief.ts";
import { valuation } from "./covers/valuation.ts";
import { type Random, seededRandom, seedFrom } from "./random.ts";
import { element, svg } from "./svg.ts";

type CoverIdea = { ground: string; draw: (random: Random, nth: number) => string[]; mirrors?: boolean };

const ideas: Record<CoverCategory, CoverIdea> = {
  "Startup Growth": startupGrowth,
  "Founder Evaluation": founderEvaluation,
  Funding: funding,
  "Angel Investing": angelInvesting,
  "Tax Relief": taxRelief,
  Valuation: valuation,
  Metrics: metrics,
};

/** 320 × 200 by file name; content between y 32 and 168 survives the 21:9 crop. */
export function covers(): Record<string, string> {
  return Object.fromEntries([
    ...coverCategories.map((category) => [categoryCover(category), drawCover(category, category, 0)]),
    ...coverCategories.flatMap((category) =>
      starterArticles
        .filter(({ content }) => content.category === category)
        .map(({ slug }, nth) => [articleCover(slug), drawCover(category, slug, nth)]),
    ),
  ]);
}

/** @param nth among the articles of its category, which have the same ground and idea and are composed differently. */
function drawCover(category: CoverCategory, seed: string, nth: number): string {
  const { ground, draw, mirrors } = ideas[category];
  const random = seededRandom(seedFrom(seed));
  const mirrored = random.chance(0.5) && mirrors;
  const pieces = draw(random, nth);
  return svg(
    { viewBox: "0 0 320 200", preserveAspectRatio: "xMidYMid slice", "stroke-linecap": "round" },
    element("rect", { width: 320, height: 200, fill: ground }),
    ...(mirrored ? [element("g", { transform: "matrix(-1 0 0 1 320 0)" }, ...pieces)] : pieces),
  );
}
