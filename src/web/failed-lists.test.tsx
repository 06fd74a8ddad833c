// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import {
  type Answers,
  expectToast,
  failure,
  json,
  list,
  openPage,
  press,
  sessionOf,
} from "#tests/support/open-page.tsx";

const crashed = "The club did not answer as it should. Please try again in a moment.";

/** Membership requests are two lists; the decided ones load. */
const failPending: Answers[string] = ({ query }) => (query.includes("status=decided") ? list() : failure);

const open = (address: string, answers: Answers) =>
  openPage(address, { session: sessionOf({ role: "admin" }), answers: { ...others, ...answers } });

const others: Answers = {
  "GET /signatories": list(),
  "GET /webhooks": list(),
  "GET /people": list(),
  "GET /people/counts": json({}),
};

describe("A list of admins whose failure the specification words", () => {
  it.each([
    {
      address: "/members?tab=admin&view=invitations",
      call: "GET /invitations",
      message: "Failed to fetch invitations.",
      heading: "The invitations could not be loaded",
      loaded: "No invitations yet",
    },
    {
      address: "/members?tab=admin&view=requests",
      call: "GET /membership-requests",
      message: "Failed to fetch membership requests.",
      heading: "The membership requests could not be loaded",
      loaded: "No pending requests",
    },
    {
      address: "/members?tab=directory&view=review&status=pending",
      call: "GET /member-profile-submissions",
      message: "Failed to fetch submissions.",
      heading: "The submissions could not be loaded",
      loaded: "No pending submissions",
    },
  ])(
    "A failed list of admins shows '$message' in a toast, an error in its place, and loads on another try",
    async (given) => {
      const { address, call, message, heading, loaded } = given;
      const { user, api } = await open(address, { [call]: failPending });
      await expectToast(message, crashed);
      expect(screen.getByRole("heading", { name: heading })).toBeDefined();
      expect(screen.getAllByText(crashed)).toHaveLength(1);
      api[call] = list();
      await press(user, "Try again");
      expect(await screen.findByRole("heading", { name: loaded })).toBeDefined();
    },
  );
});

describe("Any other list that does not load", () => {
  it.each([
    ["audit", "GET /audit-events", "The entries could not be loaded"],
    ["keys", "GET /api-keys", "The keys could not be loaded"],
    ["data", "GET /deletion-requests", "The requests could not be loaded"],
    ["content", "GET /content", "The items could not be loaded"],
    ["people", "GET /people", "The people could not be loaded"],
    ["people", "GET /signatories", "The admins could not be loaded"],
    ["reports", "GET /introduction-reports", "The reports could not be loaded"],
    ["investors", "GET /investor-records", "The records could not be loaded"],
  ])(
    "The list of %s shows its failure in its place, without a toast, and loads on another try",
    async (view, call, heading) => {
      const { user, api } = await open(`/members?tab=admin&view=${view}`, { [call]: failure });
      expect(await screen.findByRole("heading", { name: heading })).toBeDefined();
      expect(document.querySelector(".toast[data-state=open]")).toBeNull();
      api[call] = list();
      await press(user, "Try again");
      await waitFor(() => expect(screen.queryByRole("heading", { name: heading })).toBeNull());
    },
  );
});
