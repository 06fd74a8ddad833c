import { expect, it } from "vitest";
import { parseRange } from "./file-storage.ts";

it.each([
  ["the first 500 bytes", "bytes=0-499", { first: 0, last: 499 }],
  ["bytes in the middle", "bytes=500-999", { first: 500, last: 999 }],
  ["one byte", "bytes=0-0", { first: 0, last: 0 }],
  ["an open-ended range", "bytes=9500-", { first: 9500, last: 9999 }],
  ["the last 500 bytes", "bytes=-500", { first: 9500, last: 9999 }],
  ["a suffix longer than the file", "bytes=-20000", { first: 0, last: 9999 }],
  ["an end past the file", "bytes=9500-20000", { first: 9500, last: 9999 }],
  ["an uppercase unit", "BYTES=0-1", { first: 0, last: 1 }],
])("The range of %s is read", (_what, header, expected) => {
  expect(parseRange(header, 10_000)).toEqual(expected);
});

it.each([
  ["a first byte at the end of the file", "bytes=10000-"],
  ["a first byte after the end", "bytes=20000-30000"],
  ["a suffix of zero bytes", "bytes=-0"],
])("A range cannot be satisfied with %s", (_what, header) => {
  expect(parseRange(header, 10_000)).toBe("unsatisfiable");
});

it.each([undefined, "", "bytes=", "bytes=-", "bytes=2-1", "bytes=0-1,5-6", "items=0-1", "bytes=a-b", "bytes=1--2"])(
  "The range %s is ignored",
  (header) => {
    expect(parseRange(header, 10_000)).toBeUndefined();
  },
);
