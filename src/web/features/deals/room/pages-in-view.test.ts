import { describe, expect, it } from "vitest";
import { pagesInView, pagesToHold } from "./document-viewer.tsx";

/** Twelve pages of 1,000 px below warnings of 300 px, seen through a window of 800 px. */
const seenAt = (scrolled: number) =>
  pagesInView(
    Array.from({ length: 12 }, (_, index) => ({
      top: 300 + index * 1000 - scrolled,
      bottom: 1300 + index * 1000 - scrolled,
    })),
    { top: 0, bottom: 800 },
  );

describe("The pages in view", () => {
  it("A page of which a line shows is in view", () => {
    expect(seenAt(0)).toEqual({ first: 1, last: 1, current: 1 });
    expect(seenAt(499)).toEqual({ first: 1, last: 1, current: 1 });
    expect(seenAt(501)).toEqual({ first: 1, last: 2, current: 1 });
    expect(seenAt(11_300)).toEqual({ first: 12, last: 12, current: 12 });
  });

  it("The current page is the one in the upper third", () => {
    expect(seenAt(1000).current).toBe(1);
    expect(seenAt(1040).current).toBe(2);
  });

  it("No page is in view while only the warnings show", () => {
    const below = pagesInView([{ top: 900, bottom: 1900 }], { top: 0, bottom: 800 });
    expect(below).toEqual({ first: 0, last: 0, current: 1 });
    expect([...pagesToHold(new Set(), below)]).toEqual([]);
  });
});

describe("The pages that are held", () => {
  it("Pages in view are held, never those between two that were shown", () => {
    const first = pagesToHold(new Set(), { first: 1, last: 1, current: 1 });
    expect([...first]).toEqual([1]);
    expect([...pagesToHold(first, { first: 9, last: 10, current: 9 })]).toEqual([9, 10]);
  });

  it("Two pages that were shown are held on either side", () => {
    const read = new Set([1, 2, 3, 4, 5, 6]);
    expect([...pagesToHold(read, { first: 4, last: 4, current: 4 })]).toEqual([2, 3, 4, 5, 6]);
  });
});
