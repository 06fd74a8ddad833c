// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { list, openPage, sessionOf } from "#tests/support/open-page.tsx";

const toolsOf = async (role: "admin" | "member") => {
  await openPage("/members?tab=events", { session: sessionOf({ role }), answers: { "GET /events": list() } });
  await screen.findByRole("heading", { name: "No events to show" });
  const link = (name: string) => screen.queryByRole("link", { name })?.getAttribute("href");
  return [link("Add an event"), link("Places and answers")];
};

it("An admin adds an event and opens its places and answers from Member Events", async () => {
  expect(await toolsOf("admin")).toEqual([
    "/members?tab=admin&view=content&write=event",
    "/members?tab=events&view=places",
  ]);
});

it("A member has no tools to add an event or to open its places", async () => {
  expect(await toolsOf("member")).toEqual([undefined, undefined]);
});
