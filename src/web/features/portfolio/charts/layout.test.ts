import { describe, expect, it } from "vitest";
import { jonasOn, manyHoldings } from "#tests/support/golden-portfolio.ts";
import { layoutCalendar, lotsOf } from "./calendar-chart.tsx";
import { moneyScale, textWidth, tickLabel, ticksOf } from "./chart-measures.ts";
import { layoutValueChart, lineHeight, type ValueLayout } from "./value-layout.ts";

const boxesOf = (texts: ValueLayout["labels"]) =>
  texts.map(({ x, y, anchor, lines }) => {
    const wide = Math.max(...lines.map(({ text, isBold }) => textWidth(text, isBold)));
    const left = anchor === "start" ? x : anchor === "end" ? x - wide : x - wide / 2;
    return { left, right: left + wide, top: y - 13, bottom: y - 13 + lines.length * lineHeight };
  });

function overlaps(boxes: ReturnType<typeof boxesOf>): number {
  const cross = (one: (typeof boxes)[0], other: (typeof boxes)[0]) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  return boxes.flatMap((one, index) => boxes.slice(index + 1).filter((other) => cross(one, other))).length;
}

describe("The drawing of value against what was paid in", () => {
  it.each([320, 360, 700, 1160])("The chart's words stay apart and inside at %i px", (width) => {
    for (const portfolio of [
      ...[jonasOn("2029-12-31"), jonasOn("2027-01-28"), jonasOn("2031-06-30"), manyHoldings(9), manyHoldings(200)],
    ]) {
      const { labels, ends, plot, height } = layoutValueChart(portfolio, width);
      const boxes = boxesOf([...labels, ...ends]);
      expect(overlaps(boxes)).toBe(0);
      for (const { left, right, top, bottom } of boxes) {
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(-1);
        expect(right).toBeLessThanOrEqual(width);
        expect(bottom).toBeLessThanOrEqual(height);
      }
      expect(plot.right).toBeGreaterThan(plot.left);
    }
  });

  it.each([700, 1160])("The value chart cuts neither a long name nor a large sum at %i px", (width) => {
    const portfolio = jonasOn("2029-12-31");
    const name = "The Northern Soil Measurement, Telemetry and Agricultural Instruments Company Limited";
    const layout = layoutValueChart(
      {
        ...portfolio,
        events: portfolio.events.map((event) => ({ ...event, name })),
        steps: portfolio.steps.map((step) => ({ ...step, worth_pence: step.worth_pence * 9999 })),
      },
      width,
    );
    expect(layout.yTicks.map(({ text }) => text)).toContain("£100,000,000");
    expect(layout.plot.left).toBeGreaterThanOrEqual(textWidth("£100,000,000") + 10);
    const words = layout.labels.map(({ lines }) => lines.map(({ text }) => text).join(" "));
    expect(words.some((one) => one.startsWith(`${name}: others pay £2.48 a share`))).toBe(true);
    for (const { left, right } of boxesOf(layout.labels)) {
      expect(left).toBeGreaterThanOrEqual(layout.plot.left - 1);
      expect(right).toBeLessThanOrEqual(layout.plot.right + 1);
    }
  });

  it.each([700, 1160])("Very large sums stay inside the chart at %i px", (width) => {
    const portfolio = jonasOn("2029-12-31");
    const figures = { ...portfolio.figures, value_pence: 99_720_000_000_00, paid_in_pence: 7_514_400_000_00 };
    const { ends } = layoutValueChart({ ...portfolio, figures }, width);
    expect(ends.map(({ lines }) => lines[1]?.text)).toEqual(["£99,720,000,000.00", "£7,514,400,000.00"]);
    for (const { right } of boxesOf(ends)) expect(right).toBeLessThanOrEqual(width);
  });

  it("The value chart has room for the scale of very large sums on a phone", () => {
    const portfolio = jonasOn("2029-12-31");
    const steps = portfolio.steps.map((step) => ({ ...step, worth_pence: step.worth_pence * 9_999_999 }));
    const { plot, yTicks } = layoutValueChart({ ...portfolio, steps }, 320);
    expect(yTicks.at(-1)?.text).toBe("£200,000m");
    for (const { text } of yTicks) expect(textWidth(text) + 10).toBeLessThanOrEqual(plot.left);
  });

  it("The value chart has a band in place of a line where a price is too old, with a label", () => {
    const { labels, rangePath, valuePath, sticks } = layoutValueChart(jonasOn("2031-06-30"), 1160);
    expect(labels.map(({ lines }) => lines[0]?.text)).toContain("Price too old");
    const [, left] = /^M([\d.]+)/.exec(rangePath) ?? [];
    expect(Math.max(...sticks.map(({ x }) => x))).toBeLessThan(Number(left));
    expect(Math.max(...[...valuePath.matchAll(/([\d.]+),/g)].map(([, x]) => Number(x)))).toBeLessThanOrEqual(
      Number(left) + 0.01,
    );
    expect(layoutValueChart(jonasOn("2029-12-31"), 1160).rangePath).toBe("");
  });

  it("The value chart has a stick every 7 px, ember where value is below what was paid in", () => {
    const { sticks } = layoutValueChart(jonasOn("2029-12-31"), 1160);
    for (const [index, { x }] of sticks.slice(1, 20).entries()) expect(x - (sticks[index]?.x ?? 0)).toBeCloseTo(7);
    const firstAbove = sticks.findIndex(({ isBelow }) => !isBelow);
    expect(firstAbove).toBeGreaterThan(0);
    expect(sticks.slice(firstAbove).every(({ isBelow }) => !isBelow)).toBe(true);
  });

  it.each([700, 1160])("The value chart shows at %i px both what others paid and what was lost", (width) => {
    const words = layoutValueChart(jonasOn("2029-12-31"), width).labels.map(({ lines }) => lines[0]?.text);
    expect(words).toEqual(
      expect.arrayContaining(["Alder Analytics: others pay £2.48 a share", "Birch Systems written off"]),
    );
  });

  it("The value chart starts at £0 and has whole years below it", () => {
    const { yTicks, xTicks } = layoutValueChart(jonasOn("2029-12-31"), 1160);
    expect(yTicks.map(({ text }) => text)).toEqual(["£0", "£5,000", "£10,000", "£15,000", "£20,000"]);
    expect(xTicks.map(({ text }) => text)).toEqual(["2027", "2028", "2029", "31 Dec 2029"]);
  });
});

describe("The calendar's drawing", () => {
  it("A claim in the calendar has an open ring until all of the relief is claimed", () => {
    const looksOn = (day: string) => {
      const { lots } = layoutCalendar(lotsOf(jonasOn(day)), day, 976);
      return lots.flatMap(({ marks }) => marks.map(({ look }) => look));
    };
    expect(looksOn("2028-02-14")).toContain("ring-open");
    expect(looksOn("2028-02-15")).not.toContain("ring-open");
  });
  it("The calendar's words of each lot stay apart and inside, whatever falls on one day", () => {
    for (const portfolio of [jonasOn("2029-12-31"), jonasOn("2027-01-28"), manyHoldings(9)]) {
      const { lots } = layoutCalendar(lotsOf(portfolio), portfolio.as_of, 976);
      for (const { labels, height } of lots) {
        const boxes = labels.map(({ x, y, anchor, text, isBold }) => {
          const wide = textWidth(text, isBold);
          const left = anchor === "end" ? x - wide : x;
          return { left, right: left + wide, top: y - 12, bottom: y + 3 };
        });
        expect(overlaps(boxes)).toBe(0);
        for (const { left, right, top, bottom } of boxes) {
          expect(left).toBeGreaterThanOrEqual(0);
          expect(right).toBeLessThanOrEqual(976);
          expect(top).toBeGreaterThanOrEqual(0);
          expect(bottom).toBeLessThanOrEqual(height);
        }
      }
    }
  });

  it("The lot with the soonest open date comes first in the calendar", () => {
    expect(lotsOf(jonasOn("2029-12-31")).map(({ name }) => name)).toEqual(["Alder Analytics", "Birch Systems"]);
  });

  it("A lot is titled with the shares that are held, and marked if not bought through the club", () => {
    const portfolio = jonasOn("2029-12-31");
    const companies = portfolio.companies.map((company) => ({
      ...company,
      origin: "typed" as const,
      lots: company.lots.map((lot) => ({ ...lot, shares_added: 9 * lot.shares, shares_left: 10 * lot.shares })),
    }));
    expect(lotsOf({ ...portfolio, companies }).map(({ name, shares_left }) => [name, shares_left])).toEqual([
      ["Alder Analytics (not through the club)", 68_790],
      ["Birch Systems (not through the club)", 40_000],
    ]);
  });
});

describe("A scale of money", () => {
  it.each([
    [0, ["£0", "£0.20", "£0.40", "£0.60", "£0.80", "£1"]],
    [40_800_00, ["£0", "£10,000", "£20,000", "£30,000", "£40,000", "£50,000"]],
  ])("A scale of money goes from £0 past %i pence", (maximum, labels) => {
    expect(ticksOf(moneyScale(maximum, [0, 100])).map((tick) => tickLabel(tick, false))).toEqual(labels);
  });
  it("A scale of money is short on phones", () => {
    expect([500_00, 12_500_00, 1_200_000_00].map((pence) => tickLabel(pence, true))).toEqual([
      "£500",
      "£12.5k",
      "£1.2m",
    ]);
  });
});
