import { expect, it } from "vitest";
import { withKept } from "./decisions.ts";

const itemOf = (id: string, at: string) => ({ id, at });
const [newest, middle, alike, oldest] = [
  itemOf("a", "2026-11-23T12:00:00.000Z"),
  itemOf("c", "2026-11-22T12:00:00.000Z"),
  itemOf("b", "2026-11-22T12:00:00.000Z"),
  itemOf("d", "2026-11-21T12:00:00.000Z"),
] as const;
const keptOf = (item: typeof newest) => ({ item, status: "approved", height: 50 }) as const;
const momentOf = ({ at }: typeof newest) => at;

it("A decided entry stays between its neighbours, whether or not the server still lists it", () => {
  const all = [newest, middle, alike, oldest];
  expect(withKept(all, [], momentOf)).toEqual(all);
  expect(withKept(all, [keptOf(middle)], momentOf)).toEqual(all);
  expect(withKept([newest, oldest], [keptOf(alike), keptOf(middle)], momentOf)).toEqual(all);
  expect(withKept([], [keptOf(oldest), keptOf(newest)], momentOf)).toEqual([newest, oldest]);
});
