import { expect, it } from "vitest";
import type { MembershipRequest } from "#shared/membership-requests/membership-requests.ts";
import { decisionWords, firstToApprove } from "./membership-requests.tsx";

it("A decision shows on which day a membership ended or was suspended, beside the day of approval", () => {
  const words = (more: Partial<MembershipRequest>) =>
    decisionWords(
      {
        suspended_at: null,
        ended_at: null,
        approved_by_name: "Amara Okafor",
        is_decided_by_club: false,
        ...more,
      } as MembershipRequest,
      "2026-11-02T10:00:00.000Z",
    );
  expect(words({})).toBe("Decided 2 November 2026 by Amara Okafor");
  expect(words({ ended_at: "2026-11-20T10:00:00.000Z" })).toBe(
    "Membership ended on 20 November 2026. Approved 2 November 2026 by Amara Okafor",
  );
  expect(words({ suspended_at: "2026-11-20T10:00:00.000Z", is_decided_by_club: true })).toBe(
    "Suspended since 20 November 2026. Approved 2 November 2026 on registration",
  );
});

it("The first person who can be approved and whose email address is verified has the filled button", () => {
  const can = { approve: true, reject: true, suspend: false, end: false, reinstate: false };
  const wei = { email_verified: false, can };
  const amara = { email_verified: true, can: { ...can, approve: false } };
  const ada = { email_verified: true, can };
  expect(firstToApprove([wei, amara, ada, ada])).toBe(ada);
  expect(firstToApprove([wei, amara])).toBe(undefined);
});
