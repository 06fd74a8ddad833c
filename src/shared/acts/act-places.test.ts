import { expect, it } from "vitest";
import { adminPaths } from "#shared/admin-paths.ts";
import { pathOfAct } from "./act-places.ts";

it("pathOfAct leads to the part of a deal where its next act is done", () => {
  const to = (act: Parameters<typeof pathOfAct>[1]["act"], exit_id: string | null = null) =>
    pathOfAct("d", { act, exit_id });
  expect(to("questions")).toBe(adminPaths.dealPart("d", "questions"));
  expect(to("enter_account")).toBe(adminPaths.dealPart("d", "account"));
  expect(to("unknown")).toBe(adminPaths.dealPart("d", "unidentified"));
  expect(to("exit", "e")).toBe(adminPaths.exit("e"));
  expect([to("sign_offer"), to("prepare"), to(null)]).toEqual(Array(3).fill(adminPaths.deal("d")));
});
