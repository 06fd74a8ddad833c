import { expect, it } from "vitest";
import { approvalReasonOf } from "./audit.ts";

it("An automatic approval shows its reason, and an admin's approval shows none", () => {
  const reasonOf = (details: Record<string, string>) => approvalReasonOf({ kind: "membership_approved", details });
  expect(reasonOf({ by: "import" })).toBe("on registration: was imported");
  expect(reasonOf({ by: "first_admin" })).toBe("on registration: one of the first admins");
  expect(reasonOf({})).toBeUndefined();
  expect(approvalReasonOf({ kind: "signed_in", details: { by: "import" } })).toBeUndefined();
});
