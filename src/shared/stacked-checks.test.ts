import { expect, it } from "vitest";
import { z } from "zod";

const modules = import.meta.glob<Record<string, unknown>>(["./**/*.ts", "!./**/*.test.ts"], { eager: true });

interface Check {
  check: string;
  value?: number | bigint;
  minimum?: number;
  maximum?: number;
}

/** Where a later bound is looser than an earlier one of the same schema: both hold, so the later one is a promise that is not kept. */
function looserBounds(checks: readonly Check[]): string[] {
  const looser: string[] = [];
  let [least, most] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const { check, value, minimum, maximum } of checks) {
    const low = check === "greater_than" ? Number(value) : check === "min_length" ? minimum : undefined;
    const high = check === "less_than" ? Number(value) : check === "max_length" ? maximum : undefined;
    if (low !== undefined && low < least) looser.push(`at least ${low} after ${least}`);
    if (high !== undefined && high > most) looser.push(`at most ${high} after ${most}`);
    if (low !== undefined) least = Math.max(least, low);
    if (high !== undefined) most = Math.min(most, high);
  }
  return looser;
}

function* faultsIn(schema: unknown, name: string, seen: Set<unknown>): Generator<string> {
  if (!(schema instanceof z.ZodType) || seen.has(schema)) return;
  seen.add(schema);
  const { def } = schema._zod;
  const checks = ((def as { checks?: { _zod: { def: Check } }[] }).checks ?? []).map((check) => check._zod.def);
  for (const fault of looserBounds(checks)) yield `${name}: ${fault}`;
  for (const [key, part] of Object.entries(def)) {
    if (key === "checks") continue;
    const parts = part instanceof z.ZodType ? { "": part } : typeof part === "object" && part !== null ? part : {};
    for (const [inner, one] of Object.entries(parts)) yield* faultsIn(one, `${name}.${inner || key}`, seen);
  }
}

it("No bound of a schema is looser than one that it was built on", () => {
  const seen = new Set<unknown>();
  const faults = Object.entries(modules).flatMap(([file, exported]) =>
    Object.entries(exported).flatMap(([name, value]) => {
      const schemas =
        value instanceof z.ZodType ? { "": value } : typeof value === "object" && value !== null ? value : {};
      return Object.entries(schemas).flatMap(([key, schema]) => [...faultsIn(schema, `${file} ${name} ${key}`, seen)]);
    }),
  );
  expect(seen.size).toBeGreaterThan(1000);
  expect(faults).toEqual([]);
});

it("A bound that is looser than an earlier one is found", () => {
  const hours = z.int().min(1).max(720);
  expect([...faultsIn(z.object({ hours: hours.min(0) }), "x", new Set())]).toEqual(["x.hours: at least 0 after 1"]);
  expect([...faultsIn(z.array(z.string().max(5).max(9)), "x", new Set())]).toEqual(["x.element: at most 9 after 5"]);
});
