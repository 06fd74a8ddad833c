// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { expectToast, openPage, sessionOf } from "#tests/support/open-page.tsx";

it("Logging out without a network tells that the person is still signed in", async () => {
  const { user } = await openPage("/about", { session: sessionOf(), answers: { "DELETE /session": "no network" } });
  await user.click(await within(screen.getByRole("banner")).findByRole("button", { name: "Log out" }));
  await expectToast(
    "You are still signed in",
    "The club could not be reached. Please check your connection and try again.",
  );
  expect(within(screen.getByRole("banner")).getByRole("button", { name: "Log out" })).toBeDefined();
});
