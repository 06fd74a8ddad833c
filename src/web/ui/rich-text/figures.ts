import type { FigureName } from "#shared/content/rich-text-rules.ts";

export interface BarFigure {
  /** The title is for those who choose a figure; it is not shown with it. */
  title: string;
  /** All that it shows, in a sentence. */
  heard: string;
  bars: readonly { label: string; value: string; widthPercent: number; tone?: "kept" | "cost" }[];
  caption: string;
}

export const figures: Record<FigureName, BarFigure> = {
  "loss-after-relief": {
    title: "A total loss, with and without relief",
    heard:
      "Net cost of a total loss on £10,000 of shares at a 45% tax rate: SEIS £2,750, EIS £3,850, no relief at all £10,000",
    bars: [
      { label: "SEIS shares", value: "£2,750", widthPercent: 27.5, tone: "cost" },
      { label: "EIS shares", value: "£3,850", widthPercent: 38.5, tone: "cost" },
      { label: "No relief at all", value: "£10,000", widthPercent: 100 },
    ],
    caption:
      "Net cost of losing £10,000 of shares, after income tax relief and loss relief at 45%. Full width is £10,000. Fees earn no relief and are not in it.",
  },
  "exits-of-483": {
    title: "How 483 exits would end",
    heard:
      "Of 483 exits at the study’s proportions: 270 lose money, 170 return more than was put in but no more than ten times, 43 return more than ten times.",
    bars: [
      { label: "Lost money", value: "270", widthPercent: 55.9 },
      { label: "Made money, up to ten times", value: "170", widthPercent: 35.2 },
      { label: "More than ten times", value: "43", widthPercent: 8.9, tone: "kept" },
    ],
    caption:
      "Full width is 483. Our arithmetic on a British study of 406 exits, published in 2009. To whole investments, 56% is 270, 44% is 213, and 9% is 43 of those 213, which leaves 170.",
  },
  "contracts-after-five-years": {
    title: "What is left of £100 of contracts",
    heard:
      "Of £100 of contracts, what is left after five years: £77 at 95% gross retention, £59 at 90%, £44 at 85% and £33 at 80%.",
    bars: [
      { label: "Gross retention 95% a year", value: "£77", widthPercent: 77.4, tone: "kept" },
      { label: "90%", value: "£59", widthPercent: 59, tone: "kept" },
      { label: "85%, our company", value: "£44", widthPercent: 44.4, tone: "kept" },
      { label: "80%", value: "£33", widthPercent: 32.8, tone: "kept" },
    ],
    caption:
      "What is left of £100 of today’s contracts after five years if nothing is sold to replace them. The rate is held steady, which no real company manages. Full width is £100.",
  },
  "five-valuations": {
    title: "One company, five valuations",
    heard:
      "Pre-money value of the same company: scorecard £1.25m, risk factors £1.13m, Berkus £0.95m, venture capital way £0.70m, multiple of revenue £0.20m.",
    bars: [
      { label: "Scorecard", value: "£1.25m", widthPercent: 100 },
      { label: "Risk factors", value: "£1.13m", widthPercent: 89.7 },
      { label: "Berkus", value: "£0.95m", widthPercent: 75.8 },
      { label: "Venture capital way", value: "£0.70m", widthPercent: 55.8 },
      { label: "Multiple of revenue", value: "£0.20m", widthPercent: 16.3 },
    ],
    caption:
      "Pre-money value of one invented company. The inputs are our own guesses and another reader’s would give other bars.",
  },
  "revenue-multiples": {
    title: "Multiples of revenue, 2021 to 2026",
    heard:
      "Median price as a multiple of ARR, American public software companies, SaaS Capital Index: 16.9 in August 2021, 7.1 in March 2023, 6.7 in September 2023, 3.4 on 31 May 2026.",
    bars: [
      { label: "August 2021, the peak", value: "16.9×", widthPercent: 100 },
      { label: "March 2023", value: "7.1×", widthPercent: 42 },
      { label: "September 2023", value: "6.7×", widthPercent: 39.6 },
      { label: "31 May 2026", value: "3.4×", widthPercent: 20.1, tone: "kept" },
    ],
    caption:
      "SaaS Capital Index, median multiple of ARR, as quoted by others; we have not read the index itself. Bars from nought to 16.9×. The dates are not evenly spaced.",
  },
  "diligence-and-returns": {
    title: "Hours of checking, and what came back",
    heard:
      "Average return on exits in a 2007 American survey: 5.9 times with more diligence, 1.1 times with less; 3.7 times where the investor knew the industry, 1.3 times where not.",
    bars: [
      { label: "More hours of checking than the median of 20", value: "5.9×", widthPercent: 100 },
      { label: "Fewer hours", value: "1.1×", widthPercent: 18.6 },
      { label: "Investor knew the industry", value: "3.7×", widthPercent: 62.7 },
      { label: "Investor did not", value: "1.3×", widthPercent: 22 },
    ],
    caption:
      "Average multiple of the money invested, before costs, all bars from nought to 5.9×. Two separate comparisons from one survey, which covered 1,137 exits and was published in 2007. Averages are lifted by a few large wins: 52% of all exits in it returned less than was put in. Past figures are no guide.",
  },
  "revenue-by-churn": {
    title: "Revenue after five years, by customers lost",
    heard:
      "Annual recurring revenue after five years with eight new customers a month at £300: £1.30m if 1% leave each month, £1.01m if 2% leave, £0.81m if 3% leave.",
    bars: [
      { label: "1% leave each month", value: "£1.30m", widthPercent: 100 },
      { label: "2% leave each month", value: "£1.01m", widthPercent: 77.6 },
      { label: "3% leave each month", value: "£0.81m", widthPercent: 61.8 },
    ],
    caption:
      "ARR after 60 months, all bars on one scale from nought to £1.30m. Our own arithmetic: each month the stated share leaves, then eight customers join. Real companies do not grow this evenly, and many stop.",
  },
};
