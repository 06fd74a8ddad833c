import { expect, it } from "vitest";
import type { ImportAnswer, ImportInput } from "#shared/imports/imports.ts";
import { parseImport } from "#shared/imports/read-people.ts";
import { ApiError, NetworkError } from "#web/lib/api.ts";
import { createImportStore, type ImportRun } from "./import-store.ts";

/** Fake server: creates everybody. */
const createAll = ({ members }: ImportInput): ImportAnswer => {
  const items = members.map((member) => ({
    ...member,
    result: "created" as const,
    message: "Created successfully",
  }));
  return { items, created: items.length, total: items.length };
};

function openBox(answer: (input: ImportInput, call: number) => ImportAnswer | Promise<ImportAnswer>) {
  const kept = new Map<string, string>();
  const sent: string[][] = [];
  const ends: (ImportRun["end"] | undefined)[] = [];
  const open = () =>
    createImportStore({
      callApi: async (_method, _path, body) => {
        const input = body as ImportInput;
        sent.push(input.members.map(({ email }) => email));
        return (await answer(input, sent.length)) as never;
      },
      storage: { read: (part) => kept.get(part) ?? null, write: (part, value) => kept.set(part, value) },
      onEnd: ({ end }) => ends.push(end),
    });
  return { sent, ends, open };
}

const linesOf = (count: number) =>
  Array.from({ length: count }, (_, n) => `Guest ${n + 1}, guest${n + 1}@castell.example`);

it("A long list is sent in batches of 200, and its results have the line numbers of the whole text", async () => {
  const { sent, ends, open } = openBox(createAll);
  const store = open();
  const text = ["name,email", "", ...linesOf(450), "no address"].join("\n");
  store.setText(text);
  const progress: number[] = [];
  store.onChange(() => progress.push(store.current().run?.done ?? 0));
  await store.start(parseImport(text), true);
  expect(sent.map((lines) => lines.length)).toEqual([200, 200, 50]);
  expect(progress).toEqual([0, 200, 400, 451, 451]);
  const { run } = store.current();
  expect(run).toMatchObject({ created: 450, done: 451, total: 451, end: "completed" });
  expect(run?.items).toHaveLength(452);
  expect(run?.items[0]).toMatchObject({ line: 1, result: "invalid", message: "Header line, not a member" });
  expect(run?.items[1]).toMatchObject({ line: 3, email: "guest1@castell.example" });
  expect(run?.items[450]).toMatchObject({ line: 452, email: "guest450@castell.example" });
  expect(run?.items[451]).toMatchObject({ line: 453, result: "invalid" });
  expect(ends).toEqual(["completed"]);
  expect(store.current().text).toBe("no address");
});

it("A completed import leaves only the lines to correct in the box", async () => {
  const results = ["created", "exists", "failed", "error"] as const;
  const { open } = openBox((input) => {
    const answer = createAll(input);
    return { ...answer, items: answer.items.map((item, index) => ({ ...item, result: results[index] ?? "created" })) };
  });
  const store = open();
  const text = ["name,email", ...linesOf(4), "", "no address"].join("\n");
  store.setText(text);
  await store.start(parseImport(text), true);
  const rest = "Guest 3, guest3@castell.example\nGuest 4, guest4@castell.example\n\nno address";
  expect(store.current()).toMatchObject({ text: rest, run: { end: "completed", rest } });
});

it("Stopping an import completes the current batch and keeps the rest in the box", async () => {
  const { sent, ends, open } = openBox((input) => {
    store.stop();
    return createAll(input);
  });
  const store = open();
  const text = linesOf(401).join("\n");
  store.setText(text);
  await store.start(parseImport(text), true);
  expect(sent).toHaveLength(1);
  expect(store.current().run).toMatchObject({ created: 200, done: 200, total: 401, end: "stopped" });
  expect(store.current().text).toBe(linesOf(401).slice(200).join("\n"));
  expect(store.current().isStopping).toBe(false);
  expect(ends).toEqual(["stopped"]);
});

it("A connection lost half-way leaves the remaining lines in the box, and reports that the last response is missing", async () => {
  const { open } = openBox((input, call) => {
    if (call === 2) throw new NetworkError("no network");
    return createAll(input);
  });
  const store = open();
  const text = `${linesOf(200).join("\n")}\nno address\nLast One, last@castell.example`;
  store.setText(text);
  await store.start(parseImport(text), true);
  expect(store.current().run).toMatchObject({ created: 200, done: 201, total: 202, end: "failed", isUncertain: true });
  expect(store.current().text).toBe("no address\nLast One, last@castell.example");
});

it("A session that ends half-way is reported as such, not as a failure, and loses no lines", async () => {
  const { open, ends } = openBox(() => {
    const problem = { type: "about:blank", title: "Unauthorized", status: 401, detail: "", code: "session_missing" };
    throw new ApiError(problem as ApiError["problem"]);
  });
  const store = open();
  store.setText("Last One, last@castell.example");
  await store.start(parseImport("Last One, last@castell.example"), true);
  expect(store.current()).toMatchObject({
    text: "Last One, last@castell.example",
    run: { end: "signed-out", done: 0 },
  });
  expect(store.current().run?.isUncertain).toBeFalsy();
  expect(ends).toEqual(["signed-out"]);
});

it("Failed lines stay in the box together with those that were not sent", async () => {
  const { open } = openBox((input, call) => {
    if (call === 2) throw new NetworkError("no network");
    const answer = createAll(input);
    const [first] = answer.items;
    if (first) answer.items[0] = { ...first, result: "failed", message: "Failed to create" };
    return answer;
  });
  const store = open();
  const text = linesOf(201).join("\n");
  store.setText(text);
  await store.start(parseImport(text), true);
  expect(store.current().text).toBe("Guest 1, guest1@castell.example\nGuest 201, guest201@castell.example");
  expect(store.current().run).toMatchObject({ created: 199, done: 200 });
});

it("A page that is reloaded during an import shows its progress and the remaining lines", async () => {
  let release = () => {};
  const { open, sent } = openBox((input, call) =>
    call === 1
      ? createAll(input)
      : new Promise((resolve) => {
          release = () => resolve(createAll(input));
        }),
  );
  const store = open();
  const text = linesOf(201).join("\n");
  store.setText(text);
  const running = store.start(parseImport(text), true);
  await expect.poll(() => sent.length).toBe(2);
  const reloaded = open().current();
  expect(reloaded.text).toBe("Guest 201, guest201@castell.example");
  expect(reloaded.run).toMatchObject({ created: 200, done: 200, total: 201, end: "left", isUncertain: true });
  release();
  await running;
});

it("A second press during an import starts no second import", async () => {
  const { open, sent } = openBox(createAll);
  const store = open();
  const lines = parseImport(linesOf(3).join("\n"));
  await Promise.all([store.start(lines, true), store.start(lines, true)]);
  expect(sent).toHaveLength(1);
});

it("A line with several people stays until all of them are imported, and a header that explains the rest stays too", async () => {
  const { sent, open } = openBox((input) => {
    const answer = createAll(input);
    const items = answer.items.map((item) =>
      item.email.startsWith("tom") ? { ...item, result: "failed" as const, message: "Failed to create" } : item,
    );
    return { ...answer, items };
  });
  const store = open();
  const text = "Rosa <rosa@vale.example>; Tom <tom@reed.example>\nAnn, ann@ash.example";
  store.setText(text);
  await store.start(parseImport(text), true);
  expect(sent).toEqual([["rosa@vale.example", "tom@reed.example", "ann@ash.example"]]);
  expect(store.current()).toMatchObject({
    text: "Rosa <rosa@vale.example>; Tom <tom@reed.example>",
    run: { created: 2, done: 3, total: 3 },
  });
  const table = "Email,Name,Phone\nann@ash.example,Ann,1\ntom@reed.example,Tom,2";
  store.setText(table);
  await store.start(parseImport(table), true);
  expect(store.current().text).toBe("Email,Name,Phone\ntom@reed.example,Tom,2");
});
