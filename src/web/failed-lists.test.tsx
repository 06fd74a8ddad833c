// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { type Answers, expectToast, failure, list, openPage, press, sessionOf } from "#tests/support/open-page.tsx";

const crashed = "The club did not answer as it should. Please try again in a moment.";

/** Membership requests are two lists; the decided ones load. */
const failPending: Answers[string] = ({ query }) => (query.includes("status=decided") ? list() : failure);

describe("A list that does not load", () => {
  it.each([
    {
      address: "/members?tab=admin&view=invitations",
      call: "GET /invitations",
      message: "Failed to fetch invitations.",
      heading: "The invitations did not load",
      loaded: "No invitations yet",
    },
    {
      address: "/members?tab=admin&view=requests",
      call: "GET /membership-requests",
      message: "Failed to fetch membership requests.",
      heading: "The requests did not load",
      loaded: "No pending requests",
    },
    {
      address: "/members?tab=directory&view=review",
      call: "GET /member-profile-submissions",
      message: "Failed to fetch submissions.",
      heading: "The submissions did not load",
      loaded: "No submissions yet",
    },
    {
      address: "/members?tab=admin&view=audit",
      call: "GET /audit-events",
      message: "Failed to fetch the audit.",
      heading: "The entries did not load",
      loaded: "Nothing has happened yet",
    },
  ])("says '$message' and loads on another try", async ({ address, call, message, heading, loaded }) => {
    const { user, api } = await openPage(address, {
      session: sessionOf({ role: "admin" }),
      answers: { "GET /signatories": list(), [call]: failPending },
    });
    await expectToast(message, crashed);
    expect(screen.getByRole("heading", { name: heading })).toBeDefined();
    api[call] = list();
    await press(user, "Try again");
    expect(await screen.findByRole("heading", { name: loaded })).toBeDefined();
    expect(screen.queryByRole("heading", { name: heading })).toBeNull();
  });
});
