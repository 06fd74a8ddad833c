import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const address = /mailto:contact@kindling\.example/;

/** Until the next heading. */
function partOf(page: string, heading: string): string {
  const document = readFileSync(`dist/documents/${page}.html`, "utf8");
  const start = document.search(new RegExp(`<h2[^>]*>(<[^>]+>)*${heading}`));
  expect(start).toBeGreaterThan(0);
  return document.slice(start, document.indexOf("<h2", start + 1));
}

describe("Somebody who looks for whom to write to", () => {
  it("finds it for a complaint, on the privacy page, with whom to complain to otherwise", () => {
    expect(partOf("privacy", "Complaints")).toMatch(address);
    expect(partOf("privacy", "Complaints")).toContain("https://ico.org.uk/make-a-complaint/");
  });
  it("finds it for a deletion, with the 30 days, on the privacy page", () => {
    expect(partOf("privacy", "Deletion requests")).toMatch(address);
    expect(partOf("privacy", "Deletion requests")).toContain("within 30 days");
  });
  it("finds it on the terms and contact pages", () => {
    for (const page of ["terms", "contact"]) {
      expect(readFileSync(`dist/documents/${page}.html`, "utf8")).toMatch(address);
    }
    expect(readFileSync("dist/documents/contact.html", "utf8")).toContain("a complaint");
  });
  it("finds it about somebody under 18, on the privacy page", () => {
    expect(readFileSync("dist/documents/privacy.html", "utf8")).toContain("anyone under 18");
    expect(partOf("privacy", "Young people")).toMatch(address);
  });
});
