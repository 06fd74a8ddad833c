// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { openPage } from "#tests/support/open-page.tsx";

it.each([
  ["//", "Home"],
  ["//about", "About"],
])("opens the address /#%s, which begins with two slashes, as that with one", async (address, page) => {
  await openPage(address);
  expect(document.querySelector('.main-nav [aria-current="page"]')?.textContent).toBe(page);
});
