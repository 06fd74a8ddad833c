import type { ApiSample } from "./api-rounds.ts";
import type { Figure } from "./figure.ts";
import { medianOf } from "./samples.ts";

type Samples = readonly ApiSample[];
type Values = ApiSample["values"];

/** Everything that was sent, as it was answered: to be read, but for the answers that should not have failed. */
export function loadFigures(samples: Samples): Figure[] {
  const places = new Map(samples.map(({ what, where }) => [`${what} ${where}`, { what, where }]));
  const failures = samples.reduce((sum, { values }) => sum + (values.failures ?? 0), 0);
  return [
    { name: "answers that failed", value: failures, unit: "", goal: { atMost: 0 } },
    ...[...places.values()].flatMap((place) => figuresAt(samples, place)),
  ];
}

function figuresAt(samples: Samples, place: { what: string; where: string }): Figure[] {
  const of = (read: (values: Values) => number) => medianOf(samples, place, read);
  const name = `${place.what}, ${place.where}`;
  const rate: Figure = { name, value: of(({ perSecond }) => perSecond), unit: "/s" };
  const isTimed = samples.some(
    ({ what, where, values }) => what === place.what && where === place.where && values.p50 !== undefined,
  );
  const cpu = (who: "node" | "postgres" | "generator") => of(({ cpu: time }) => time?.[who] ?? Number.NaN);
  const inPostgres: Figure = { name: `${name}: in PostgreSQL`, value: cpu("postgres"), unit: "ms" };
  if (!isTimed) return [rate, inPostgres];
  return [
    rate,
    { name: `${name}: p50`, value: of(({ p50 = Number.NaN }) => p50), unit: "ms" },
    { name: `${name}: p99`, value: of(({ p99 = Number.NaN }) => p99), unit: "ms" },
    { name: `${name}: a core's time in Node`, value: cpu("node"), unit: "ms" },
    inPostgres,
    { name: `${name}: in the load generator`, value: cpu("generator"), unit: "ms" },
  ];
}
