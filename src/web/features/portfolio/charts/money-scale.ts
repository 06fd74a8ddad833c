import { type ScaleLinear, scaleLinear } from "d3-scale";
import { lazily } from "#shared/lazily.ts";

/** From £0 to a round sum, in about five steps. */
export const moneyScale = (maximumPence: number, range: [number, number]): ScaleLinear<number, number> =>
  scaleLinear()
    .domain([0, Math.max(maximumPence, 100)])
    .nice(5)
    .range(range);

export const ticksOf = (scale: ScaleLinear<number, number>): number[] => scale.ticks(5);

/** "£12,500"; "£12.5k" and "£1.2m" on phones; pence only between pounds. */
export function tickLabel(pence: number, isShort: boolean): string {
  const pounds = pence / 100;
  if (isShort && pounds >= 1_000_000) return `£${short().format(pounds / 1_000_000)}m`;
  if (isShort && pounds >= 1_000) return `£${short().format(pounds / 1_000)}k`;
  return Number.isInteger(pounds) ? `£${pounds.toLocaleString("en-GB")}` : `£${pounds.toFixed(2)}`;
}
const short = lazily(() => new Intl.NumberFormat("en-GB", { maximumFractionDigits: 1 }));
