import { expect, it } from "vitest";
import type { MembershipRequest } from "#shared/membership-requests.ts";
import { withKept } from "./kept-decisions.ts";

const requestOf = (id: string, requested_at: string) => ({ id, requested_at }) as MembershipRequest;
const [newest, middle, alike, oldest] = [
  requestOf("a", "2026-11-23T12:00:00.000Z"),
  requestOf("c", "2026-11-22T12:00:00.000Z"),
  requestOf("b", "2026-11-22T12:00:00.000Z"),
  requestOf("d", "2026-11-21T12:00:00.000Z"),
] as const;
const keptOf = (request: MembershipRequest) => ({ request, status: "approved", height: 50 }) as const;

it("keeps a decided request between its neighbours, whether or not the server still lists it", () => {
  const all = [newest, middle, alike, oldest];
  expect(withKept(all, [])).toEqual(all);
  expect(withKept(all, [keptOf(middle)])).toEqual(all);
  expect(withKept([newest, oldest], [keptOf(alike), keptOf(middle)])).toEqual(all);
  expect(withKept([], [keptOf(oldest), keptOf(newest)])).toEqual([newest, oldest]);
});
