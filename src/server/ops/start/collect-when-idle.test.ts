import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startCommand } from "#tests/ops/support/club-process.ts";
import { collectWhenIdle } from "./collect-when-idle.ts";

// The clock runs: the event loop's utilization is measured by it.
beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

it("Garbage is collected once after the start and once after each time of work, and not while working", () => {
  let utilization = 0.01;
  const collect = vi.fn();
  const stop = collectWhenIdle({ readUtilization: () => utilization, collect });
  const collectionsAfter = (given: number): number => {
    utilization = given;
    vi.advanceTimersByTime(15_000);
    return collect.mock.calls.length;
  };
  const steps = [0.01, 0.02, 0.6, 0.3, 0.01, 0.01, 0.06, 0.05].map(collectionsAfter);
  expect(steps).toEqual([1, 1, 1, 1, 2, 2, 2, 3]);
  stop();
  expect([0.6, 0.01].map(collectionsAfter)).toEqual([3, 3]);
});

it("The event loop of the process is measured", () => {
  const collect = vi.fn();
  const stop = collectWhenIdle({ collect });
  const end = performance.now() + 200;
  while (performance.now() < end);
  vi.advanceTimersByTime(15_000);
  stop();
  expect(collect).not.toHaveBeenCalled();
});

it("The start command exposes the garbage collector", () => {
  expect(startCommand).toContain("--expose-gc");
});
