import { scaleUtc } from "d3-scale";
import { area, curveStepAfter, line } from "d3-shape";
import { formatPence } from "#shared/pence.ts";
import type { Portfolio } from "#shared/portfolio/portfolio.ts";
import { valueChartMessages as messages, worthWords } from "#shared/portfolio/portfolio-page-messages.ts";
import { shortDate } from "#web/lib/format.ts";
import { type EventLine, eventLines, stepsTo } from "../value-steps.ts";
import { moneyScale, narrowBelow, textWidth, tickLabel, ticksOf } from "./chart-measures.ts";

export interface ChartText {
  x: number;
  /** The value is the `y` of the first line's baseline. */
  y: number;
  anchor: "start" | "middle" | "end";
  lines: EventLine[];
  tone?: "value" | "paid" | undefined;
}

export interface ValueLayout {
  height: number;
  plot: { left: number; right: number; top: number; bottom: number };
  xTicks: { x: number; text: string; anchor: "start" | "middle" | "end" }[];
  yTicks: { y: number; text: string }[];
  paidPath: string;
  /** The path has a gap where the value is a range. */
  valuePath: string;
  /** The path spans the least to the most that it may be; it is empty where no price is too old. */
  rangePath: string;
  sticks: { x: number; y1: number; y2: number; isBelow: boolean }[];
  marks: { x: number; y: number; isGone: boolean }[];
  labels: ChartText[];
  ends: ChartText[];
}

type Event = Portfolio["events"][number];

const stickEvery = 7;
const endGap = 14;
export const lineHeight = 17;
const mostLabels = 6;
/** Where the drawing is full, those that moved less find no place either. */
const mostTried = 60;

/** Where everything of the drawing is, in pixels. */
export function layoutValueChart(portfolio: Portfolio, width: number): ValueLayout {
  const isNarrow = width < narrowBelow;
  const { as_of, events } = portfolio;
  const steps = stepsTo(portfolio);
  const back = portfolio.figures.received_pence > 0;
  const maximum = Math.max(
    ...steps.map(({ paid_in_pence, worth_pence, range_pence }) => Math.max(paid_in_pence, worth_pence + range_pence)),
  );
  const plot = isNarrow
    ? { left: Math.max(48, widestTick(maximum, true) + 12), right: width - 4, top: 30, bottom: 214 }
    : {
        left: Math.max(64, widestTick(maximum, false) + 12),
        right: width - endsWidth(portfolio),
        top: width < 900 ? 92 : 56,
        bottom: 308,
      };
  const first = steps[0]?.day ?? as_of;
  const start = `${first.slice(0, 8)}01` === as_of ? dayBefore(as_of) : `${first.slice(0, 8)}01`;
  const time = scaleUtc([timeOf(start), timeOf(as_of)], [plot.left, plot.right]);
  const money = moneyScale(maximum, [plot.bottom, plot.top]);
  const xOf = (day: string) => time(timeOf(day));
  const points = steps.map(({ day, paid_in_pence, worth_pence, range_pence }) => ({
    x: xOf(day),
    paid: money(paid_in_pence),
    worth: money(worth_pence),
    most: money(worth_pence + range_pence),
    isOpen: range_pence > 0,
  }));
  const rising: [number, number][] = points[0] ? [[points[0].x, money(0)]] : [];
  const stepsOf = (way: readonly [number, number][]) => line().curve(curveStepAfter)([...way]) ?? "";
  const runs = runsOf(points);
  const open = runs.filter(([first]) => first?.isOpen);
  const at = (x: number) => points.findLast((point) => point.x <= x);
  /** The highest and the lowest that a line gets between two places. */
  const between = (from: number, to: number) => {
    const passed = [at(from), ...points.filter(({ x }) => x >= from - 6 && x <= to + 6)].filter((point) => !!point);
    const heights = passed.flatMap(({ paid, worth, most }) => [paid, worth, most]);
    return { top: Math.min(plot.bottom, ...heights), bottom: Math.max(plot.top, ...heights) };
  };
  const sticks = [];
  // Nothing is won or lost until the first shares are issued.
  const issued = points.find(({ most }) => most < plot.bottom) ?? points[0];
  for (let x = (issued?.x ?? plot.right) + stickEvery; x < plot.right; x += stickEvery) {
    const point = at(x);
    if (point && !point.isOpen && Math.abs(point.paid - point.worth) > 5)
      sticks.push({
        x,
        y1: Math.min(point.paid, point.worth) + 2.5,
        y2: Math.max(point.paid, point.worth) - 2.5,
        isBelow: point.worth > point.paid,
      });
  }
  const ends = endLabels(middleOf(points.at(-1)), portfolio, between, plot, { isNarrow, back });
  const bandLabels: ChartText[] = [];
  for (const run of open) {
    const label = bandLabel(run, between, plot, [...ends, ...bandLabels]);
    if (label) bandLabels.push(label);
  }
  const marked = events.filter(({ kind, day }) => kind !== "paid" && day >= first && day <= as_of);
  return {
    height: plot.bottom + 28,
    plot,
    xTicks: timeTicks(time, start, as_of, plot, isNarrow),
    yTicks: ticksOf(money).map((pence) => ({ y: money(pence), text: tickLabel(pence, isNarrow) })),
    paidPath: stepsOf([...rising, ...points.map(({ x, paid }): [number, number] => [x, paid])]),
    valuePath: runs
      .filter(([first]) => first && !first.isOpen)
      .map((run) =>
        stepsOf([...(run[0] === points[0] ? rising : []), ...run.map(({ x, worth }): [number, number] => [x, worth])]),
      )
      .join(""),
    rangePath: open.map((run) => bandOf(run) ?? "").join(""),
    sticks,
    marks: marked.map(({ day, kind }) => ({
      x: xOf(day),
      y: at(xOf(day))?.worth ?? plot.bottom,
      isGone: kind === "written_off" || kind === "sold",
    })),
    labels: [...bandLabels, ...(isNarrow ? [] : placeLabels(portfolio, steps, xOf, between, plot, bandLabels))],
    ends,
  };
}

interface Point {
  x: number;
  paid: number;
  worth: number;
  most: number;
  isOpen: boolean;
}

/** Points one after the other that are all ranges, or none; each run goes on to where the next one begins. */
function runsOf(points: readonly Point[]): Point[][] {
  const runs: Point[][] = [];
  for (const point of points) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last?.isOpen === point.isOpen) run.push(point);
    else {
      if (run && last) run.push({ ...last, x: point.x });
      runs.push([point]);
    }
  }
  return runs;
}

const bandOf = area<Point>()
  .curve(curveStepAfter)
  .x(({ x }) => x)
  .y0(({ worth }) => worth)
  .y1(({ most }) => most);

/** Above what is drawn there, or where other words are, inside of the band; a band next to another one may share its words. */
function bandLabel(
  run: readonly Point[],
  between: Between,
  plot: Plot,
  others: readonly ChartText[],
): ChartText | undefined {
  const half = textWidth(messages.tooOld, true) / 2;
  const [first, last] = [run[0], run.at(-1)];
  if (!first || !last) return undefined;
  const x = Math.max(plot.left + half, Math.min((first.x + last.x) / 2, plot.right - half));
  const above = between(x - half, x + half).top - 7;
  const middle = (first.worth + first.most) / 2 + 4;
  return [above, above - lineHeight, middle]
    .map((y): ChartText => ({ x, y, anchor: "middle", lines: [{ text: messages.tooOld, isBold: true }] }))
    .find((label) => label.y >= 13 && others.every((other) => areApart(boxOf(label), boxOf(other))));
}

function boxOf({ x, y, anchor, lines }: ChartText): Box {
  const wide = Math.max(...lines.map(({ text, isBold }) => textWidth(text, isBold)));
  const left = anchor === "start" ? x : anchor === "end" ? x - wide : x - wide / 2;
  return { left, right: left + wide, top: y - 13, bottom: y - 13 + lines.length * lineHeight };
}

const areApart = (box: Box, other: Box): boolean =>
  other.right + 10 < box.left ||
  other.left - 10 > box.right ||
  other.bottom + 3 < box.top ||
  other.top - 3 > box.bottom;

const widestTick = (maximum: number, isNarrow: boolean): number =>
  Math.max(...ticksOf(moneyScale(maximum, [0, 1])).map((pence) => textWidth(tickLabel(pence, isNarrow))));

/** Returns the width of the labels beside the lines, with what both have come to. */
const endsWidth = ({ figures: { value_pence, received_pence, paid_in_pence, range_pence } }: Portfolio): number =>
  Math.max(
    132,
    endGap + textWidth(formatPence(Math.max(value_pence + received_pence, paid_in_pence)), true),
    endGap + textWidth(worthWords(value_pence + received_pence, range_pence), true),
  );

const timeOf = (day: string) => Date.parse(day);
const dayBefore = (day: string) => new Date(timeOf(day) - 86_400_000).toISOString().slice(0, 10);

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

type Between = (from: number, to: number) => { top: number; bottom: number };
type Plot = ValueLayout["plot"];

function timeTicks(
  time: ReturnType<typeof scaleUtc<number>>,
  start: string,
  asOf: string,
  plot: Plot,
  isNarrow: boolean,
): ValueLayout["xTicks"] {
  const span = timeOf(asOf) - timeOf(start);
  const isLong = span > 500 * 86_400_000;
  const isShort = span < 90 * 86_400_000;
  const days = isLong ? [start, ...januaries(start, asOf)] : time.ticks(isNarrow ? 3 : 5).map(isoDay);
  const textOf = (day: string) => {
    if (isLong && day.endsWith("01-01")) return day.slice(0, 4);
    return isShort ? shortDate(day) : shortDate(day).slice(-8).trim();
  };
  const ticks: ValueLayout["xTicks"] = [];
  for (const day of days) {
    const x = time(timeOf(day));
    const text = textOf(day);
    const last = ticks.at(-1);
    const isFree = !last || x - last.x > textWidth(last.text) + 12;
    const end = isNarrow ? plot.right - textWidth(text) : plot.right - 100 - textWidth(text);
    if (isFree && x <= end && text !== last?.text) ticks.push({ x, text, anchor: "start" });
  }
  return isNarrow ? ticks : [...ticks, { x: plot.right, text: shortDate(asOf), anchor: "end" }];
}

const isoDay = (time: Date) => time.toISOString().slice(0, 10);

function januaries(start: string, end: string): string[] {
  const first = Number(start.slice(0, 4)) + 1;
  return Array.from(
    { length: Math.max(0, Number(end.slice(0, 4)) - first + 1) },
    (_, index) => `${first + index}-01-01`,
  );
}

/** Those that moved the most, none across another or across a line. */
function placeLabels(
  portfolio: Portfolio,
  steps: Portfolio["steps"],
  xOf: (day: string) => number,
  between: Between,
  plot: Plot,
  bands: readonly ChartText[],
): ChartText[] {
  const moves = new Map(
    steps.map(({ day, worth_pence }, index) => [day, Math.abs(worth_pence - (steps[index - 1]?.worth_pence ?? 0))]),
  );
  const moved = ({ day }: Event) => moves.get(day) ?? 0;
  const weighed = portfolio.events
    .filter(({ day }) => day <= portfolio.as_of && day >= (steps[0]?.day ?? ""))
    .map((event) => ({ event, weight: event.kind === "paid" ? (event.pence ?? 0) / 1000 : moved(event) }))
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, mostTried);
  const placed: (Box & { label: ChartText })[] = [];
  for (const { event } of weighed) {
    if (placed.length === mostLabels) break;
    const lines = eventLines(event, portfolio).flatMap((line) => wrapped(line, 0.6 * (plot.right - plot.left)));
    if (event.kind === "paid" && lines.length > 1) continue;
    const wide = Math.max(...lines.map(({ text, isBold }) => textWidth(text, isBold)));
    const box = event.kind === "paid" ? beside(xOf(event.day), wide) : freeAbove(xOf(event.day), wide, lines.length);
    if (!box) continue;
    const x = (box.left + box.right) / 2;
    placed.push({ ...box, label: { x, y: box.top + 13, anchor: "middle", lines } });
  }
  return placed.map(({ label }) => label);

  function isFree(box: Box): boolean {
    return (
      box.top >= 0 &&
      box.left >= plot.left &&
      box.bottom <= plot.bottom &&
      box.right <= plot.right &&
      placed.every((other) => areApart(box, other)) &&
      bands.every((band) => areApart(box, boxOf(band)))
    );
  }

  /** Payments are many: just above or below the lines, or not at all. */
  function beside(x: number, wide: number): Box | undefined {
    const [left, right] = [x + 6, x + 6 + wide];
    const { top, bottom } = between(left, right);
    const above = { left, right, top: top - 9 - lineHeight, bottom: top - 9 };
    const below = { left, right, top: bottom + 7, bottom: bottom + 7 + lineHeight };
    const isLevel = between(left, left).top - top < 2 * lineHeight;
    return [...(isLevel ? [above] : []), below].find(isFree);
  }

  function freeAbove(x: number, wide: number, count: number): Box | undefined {
    const left = Math.min(Math.max(x - wide / 2, plot.left + 4), plot.right - wide);
    const high = count * lineHeight;
    let bottom = between(left, left + wide).top - 9;
    for (; bottom - high >= 0; bottom -= lineHeight) {
      const box = { left, right: left + wide, top: bottom - high, bottom };
      if (isFree(box)) return box;
    }
    return undefined;
  }
}

/** A long name goes on in another line. */
function wrapped({ text, isBold }: EventLine, most: number): EventLine[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && textWidth(longer, isBold) <= most) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line) => ({ text: line, isBold }));
}

const middleOf = (point: Point | undefined) => point && { paid: point.paid, worth: (point.worth + point.most) / 2 };

function endLabels(
  last: { paid: number; worth: number } | undefined,
  { figures }: Portfolio,
  between: Between,
  plot: Plot,
  { isNarrow, back }: { isNarrow: boolean; back: boolean },
): ChartText[] {
  if (!last) return [];
  const bold = (text: string) => ({ text, isBold: true });
  const value = back ? messages.valueAndBack : "Value";
  const valuePence = worthWords(figures.value_pence + figures.received_pence, figures.range_pence);
  const paidPence = formatPence(figures.paid_in_pence);
  const isValueAbove = last.worth <= last.paid;
  if (isNarrow) {
    const upper = isValueAbove ? `${value} ${valuePence}` : `${messages.paidIn} ${paidPence}`;
    const lower = isValueAbove ? `${messages.paidIn} ${paidPence}` : `${value} ${valuePence}`;
    const heights = (text: string) => between(plot.right - textWidth(text, true), plot.right);
    const label = (text: string, y: number, isValue: boolean): ChartText => ({
      x: plot.right,
      y,
      anchor: "end",
      lines: [bold(text)],
      tone: isValue ? "value" : "paid",
    });
    return [
      label(upper, heights(upper).top - 8, isValueAbove),
      label(lower, Math.min(heights(lower).bottom + 19, plot.bottom - 6), !isValueAbove),
    ];
  }
  const two = 2 * lineHeight + 2;
  const apart = Math.max(0, (two - Math.abs(last.paid - last.worth)) / 2);
  const valueY = last.worth + (isValueAbove ? -apart : apart);
  const paidY = last.paid + (isValueAbove ? apart : -apart);
  const down = Math.max(0, Math.max(valueY, paidY) + lineHeight - plot.bottom);
  const x = plot.right + endGap;
  const label = (y: number, lines: string[], tone: "value" | "paid"): ChartText => ({
    x,
    y: y - 2 - down,
    anchor: "start",
    lines: lines.map(bold),
    tone,
  });
  return [label(valueY, [value, valuePence], "value"), label(paidY, [messages.paidIn, paidPence], "paid")];
}
