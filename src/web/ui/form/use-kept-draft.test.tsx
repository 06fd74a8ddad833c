// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { beforeEach, expect, it } from "vitest";
import { newestLeft, useKeptDraft } from "./use-draft.ts";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

interface Values {
  title: string;
  text: string;
}
type Kept = ReturnType<typeof useKeptDraft> & { form: UseFormReturn<Values> };

function useEditor(): Kept {
  const form = useForm<Values>({ defaultValues: { title: "Saved", text: "Saved." } });
  return { ...useKeptDraft("content:one:ada", form, 3), form };
}

/** An editor of one item, as a window shows it. */
function open() {
  const { result, unmount } = renderHook(useEditor);
  return { editor: () => result.current, close: unmount };
}
const type = ({ form }: Kept, text: string) => act(async () => form.setValue("text", text, { shouldDirty: true }));

it("What was typed is there again after a reload, with the saved values for the rest", async () => {
  const first = open();
  await type(first.editor(), "Typed.");
  first.close();
  const again = open();
  expect(again.editor()).toMatchObject({ isRestored: true, left: null });
  expect(again.editor().form.getValues()).toEqual({ title: "Saved", text: "Typed." });
});

it("After a crash a new window is offered the text with its time and revision, and lays it over what is saved", async () => {
  const first = open();
  await type(first.editor(), "Typed before the crash.");
  first.close();
  // The new window knows nothing of the one that crashed.
  sessionStorage.clear();
  localStorage.setItem("draft:content:one:ada:other", localStorage.getItem(Object.keys(localStorage)[0] ?? "") ?? "");
  for (const entry of Object.keys(localStorage)) if (!entry.endsWith(":other")) localStorage.removeItem(entry);
  const next = open();
  expect(next.editor()).toMatchObject({ isRestored: false, left: { revision: 3 } });
  expect(next.editor().form.getValues("text")).toBe("Saved.");
  await act(async () => next.editor().takeLeft());
  expect(next.editor().form.getValues()).toEqual({ title: "Saved", text: "Typed before the crash." });
  expect(next.editor().left).toBeNull();
});

it("Two windows keep a text each, and what is discarded or saved is offered no more", async () => {
  const theirs = "draft:content:one:ada:other";
  localStorage.setItem(
    theirs,
    JSON.stringify({ at: new Date().toISOString(), revision: 3, typed: { text: "Theirs." } }),
  );
  const mine = open();
  await type(mine.editor(), "Mine.");
  expect(Object.keys(localStorage)).toHaveLength(2);
  expect(localStorage.getItem(theirs)).toContain("Theirs.");
  await act(async () => mine.editor().discardLeft());
  expect([mine.editor().left, localStorage.getItem(theirs)]).toEqual([null, null]);
  await act(async () => mine.editor().forgetDraft());
  expect(Object.keys(localStorage)).toEqual([]);
});

it("A text of more than 30 days ago is not offered", () => {
  const at = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000).toISOString();
  localStorage.setItem("draft:content:one:ada:other", JSON.stringify({ at, revision: 3, typed: { text: "Old." } }));
  expect([newestLeft("content:one:ada"), Object.keys(localStorage)]).toEqual([null, []]);
});
