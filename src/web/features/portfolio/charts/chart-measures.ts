import { type ScaleLinear, scaleLinear } from "d3-scale";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { lazily } from "#shared/lazily.ts";

/** The element's width in whole pixels; 0 before it is known. */
export function useWidth<Of extends Element>(): [RefObject<Of | null>, number] {
  const element = useRef<Of>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const observed = element.current;
    if (!observed) return;
    const measure = () => setWidth(Math.floor(observed.clientWidth));
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(observed);
    return () => sizes.disconnect();
  }, []);
  return [element, width];
}

/** Below it a chart is drawn for phones. */
export const narrowBelow = 640;

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

/** Pixels of Inter at 13 px, rather too many: so that labels keep apart without being measured. */
export function textWidth(text: string, isBold = false): number {
  let width = 0;
  for (const letter of text)
    width += /[ilj.,:;'’|!()\s]/.test(letter) ? 4.2 : /[A-ZmwMW@%£×−]/.test(letter) ? 9.6 : 7.6;
  return Math.ceil(width * (isBold ? 1.06 : 1));
}
