import { describe, expect, it } from "vitest";
import { loadRenderer } from "#server/platform/documents/load-renderer.ts";
import { readDefaults } from "#tests/support/default-club.ts";

const { find } = await loadRenderer("dist", "https://castell.example");

async function read(page: string): Promise<string> {
  const render = await find(`/${page}`, readDefaults);
  const document = await render?.(readDefaults);
  return document?.content ?? "";
}

const address = /mailto:contact@kindling\.example/;

async function partOf(page: string, heading: string): Promise<string> {
  const document = await read(page);
  const start = document.search(new RegExp(`<h2[^>]*>(<[^>]+>)*${heading}`));
  expect(start).toBeGreaterThan(0);
  return document.slice(start, document.indexOf("<h2", start + 1));
}

describe("A visitor who looks for a contact address", () => {
  it("A visitor finds the address for complaints on the privacy page, with a link to the regulator", async () => {
    expect(await partOf("privacy", "Complaints")).toMatch(address);
    expect(await partOf("privacy", "Complaints")).toContain("https://ico.org.uk/make-a-complaint/");
  });
  it("A visitor finds the address for deletion requests on the privacy page, with the 30-day limit", async () => {
    expect(await partOf("privacy", "Deletion requests")).toMatch(address);
    expect(await partOf("privacy", "Deletion requests")).toContain("within 30 days");
  });
  it("A visitor finds the contact address on the terms and contact pages", async () => {
    for (const page of ["terms", "contact"]) {
      expect(await read(page)).toMatch(address);
    }
    expect(await read("contact")).toContain("a complaint");
  });
  it("A visitor finds the address for people under 18 on the privacy page", async () => {
    expect(await read("privacy")).toContain("anyone under 18");
    expect(await partOf("privacy", "Young people")).toMatch(address);
  });
});
