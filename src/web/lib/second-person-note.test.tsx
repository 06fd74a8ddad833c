import { expect, it } from "vitest";
import { markupOf, textOf } from "#tests/support/static-markup.tsx";
import { SecondPersonNote } from "./second-person-note.tsx";

const shown = (record: Parameters<typeof SecondPersonNote>[0]["record"]) =>
  textOf(markupOf(<SecondPersonNote record={record} />)).trim();

it("The note in place of a button tells from when there is one, or why not", () => {
  const confirmable_from = "2026-12-06T09:05:00.000Z";
  expect(shown({ refusal: null })).toBe("");
  expect(shown({ refusal: "not_standing", confirmable_from })).toBe(
    "You can confirm from 6 December 2026, 09:05, if nobody objects.",
  );
  expect(shown({ refusal: "same_account", confirmable_from })).toBe(
    "Another admin can confirm from 6 December 2026, 09:05, if nobody objects.",
  );
  expect(shown({ refusal: "same_account", confirmable_from: null })).toBe(
    "A second person has to confirm this: another admin, announced at least 7 days ago.",
  );
  expect(shown({ refusal: "same_device", confirmable_from: null })).toMatch(/^Sign in on your own device: /);
});
