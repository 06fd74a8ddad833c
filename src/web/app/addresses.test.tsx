// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { openPage } from "#tests/support/open-page.tsx";

it.each([
  ["//", "Home"],
  ["//about", "About"],
])("The address /#%s, which begins with two slashes, opens the page %s", async (address, page) => {
  await openPage(address);
  expect(document.querySelector('.main-nav [aria-current="page"]')?.textContent).toBe(page);
});
