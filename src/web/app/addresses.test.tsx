// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "#tests/support/open-page.tsx";

it.each([
  ["//", "Join the angels behind tomorrow"],
  ["//about", "A club for people who back people"],
])("opens the address /#%s, which begins with two slashes, as that with one", async (address, heading) => {
  await openPage(address);
  expect((await screen.findAllByRole("heading", { level: 1 }))[0]?.textContent).toContain(heading);
});
