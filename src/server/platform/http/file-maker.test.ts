import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";
import { createFileMaker } from "./file-maker.ts";

const unlimited = { take: async () => 1 };

/** Work that ends when it is told to. */
function held() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => ended, end };
}

describe("A file maker", () => {
  it("A file maker makes one file at a time", async () => {
    const { make } = createFileMaker(unlimited);
    const events: string[] = [];
    const first = held();
    const both = [
      make("jonas", async () => {
        events.push("first began");
        await first.work();
        events.push("first ended");
      }),
      make("priya", async () => void events.push("second began")),
    ];
    await expect.poll(() => events).toEqual(["first began"]);
    first.end();
    await Promise.all(both);
    expect(events).toEqual(["first began", "first ended", "second began"]);
  });

  it("A file maker refuses the fourth file of one person and the 21st of all with 503, and goes on afterwards", async () => {
    const { make } = createFileMaker(unlimited);
    const first = held();
    const made = ["jonas", "jonas", "jonas"].map((who) => make(who, first.work));
    const busy = { status: 503, code: "files_busy", more: { headers: { "Retry-After": "2" } } };
    await expect(make("jonas", first.work)).rejects.toMatchObject(busy);
    for (let count = 0; count < 17; count++) made.push(make(`member ${count}`, first.work));
    await new Promise(setImmediate);
    await expect(make("priya", first.work)).rejects.toMatchObject(busy);
    first.end();
    await Promise.all(made);
    await make("jonas", first.work);
  });
});

describe("Files that are made for one person", () => {
  let club: TestApp;
  beforeAll(async () => {
    club = await createTestApp();
  });
  afterAll(() => club.close());

  it("Files that are made for one person are refused together after 30 in ten minutes", async () => {
    const person = await buildInvestor(club.db);
    const statement = club.db.selectFrom("statements").select("id").where("record_id", "=", person.record_id);
    const { id } = await statement.executeTakeFirstOrThrow();
    const call = await club.as(person);
    const files = [
      ["POST", "/api/account/export"],
      ["GET", `/api/statements/me/${id}/pdf`],
      ["GET", "/api/portfolio/me/year-end.pdf"],
      ["GET", `/api/exits/${id}/statement.pdf`],
    ] as const;
    expect((await call("POST", "/api/account/export")).status).toBe(200);
    for (let count = 1; count < 30; count++) await club.limits.filesPerPerson.take(person.id);
    for (const [method, path] of files) {
      const { status, headers } = await call(method, path);
      expect([path, status, Number(headers.get("retry-after")) > 500]).toEqual([path, 429, true]);
    }
    expect((await (await club.as(await buildInvestor(club.db)))("POST", "/api/account/export")).status).toBe(200);
  });
});
