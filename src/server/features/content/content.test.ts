import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { followContentRevision } from "#server/open-app.ts";
import { createAsOwner } from "#server/platform/db/as-owner.ts";
import { createDocumentCache } from "#server/platform/documents/documents.ts";
import { createJobs } from "#server/platform/jobs/jobs.ts";
import { buildAdmin, buildContent, buildPerson } from "#server/sample/builders.ts";
import { contentSchemas } from "#shared/content/content.ts";
import { defaultClub } from "#shared/settings/club.ts";
import { noQueue } from "#tests/support/no-queue.ts";
import { silentLog } from "#tests/support/silent-log.ts";
import { openTestApp } from "#tests/support/test-app.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { contentJobs } from "./index.ts";
import { installStarterContent } from "./install-starter-content.ts";
import { starterContent } from "./starter/starter-content.ts";

let time = new Date();
const club = await openTestApp({ now: () => time });
const person = await buildAdmin(club.db);
const admin = await club.as(person);

const unknownId = "01900000-0000-7000-8000-000000000000";
const founder = { name: "Ines Calder", role: "Co-founder, deals", text: "Runs the screening.", picture: "" };
const event = {
  title: "Winter supper",
  date: "2030-12-03",
  start_time: "19:00",
  end_time: "22:00",
  location: "London",
  attendees: 12,
  description: "At one long table.",
};

async function write(kind = "co_founder", content: object = founder) {
  const { status, body } = await admin("POST", "/api/content", { kind, content });
  expect(status).toBe(201);
  return body;
}

async function publish(kind = "co_founder", content: object = founder) {
  const { id } = await write(kind, content);
  return (await admin("POST", `/api/content/${id}/publish`, { expected_revision: 1 })).body;
}

const audited = (subject_id: string) =>
  club.db
    .selectFrom("audit_events")
    .select(["kind", "actor_id", "details"])
    .where("subject_id", "=", subject_id)
    .orderBy("id")
    .execute();

const publishedNames = async () =>
  (await club.visitor("GET", "/api/co-founders")).body.items.map(({ name }: { name: string }) => name);

describe("GET /content", () => {
  it.each([
    ["kind=poem", "kind"],
    ["state=lost", "state"],
  ])("refuses ?%s with 422 and names the field", async (query, path) => {
    const { status, body } = await admin("GET", `/api/content?${query}`);
    expect([status, body.errors[0].path]).toEqual([422, path]);
  });
  it("filters by kind, state and a part of the title", async () => {
    await write("event", { ...event, title: "Founders’ “Summer” LUNCH" });
    const words = encodeURIComponent("lunch founders' “summer”");
    const { body } = await admin("GET", `/api/content?kind=event&state=draft&q=${words}`);
    expect(body.items).toMatchObject([
      {
        kind: "event",
        title: "Founders’ “Summer” LUNCH",
        state: "draft",
        updated_by_name: person.full_name,
        is_example: false,
      },
    ]);
    expect((await admin("GET", "/api/content?kind=event&state=published&q=lunch")).body.items).toEqual([]);
  });
  it("returns a kind that has an order in that order, page by page", async () => {
    const first = (await admin("GET", "/api/content?kind=company&limit=2")).body;
    const second = (await admin("GET", `/api/content?kind=company&limit=2&cursor=${first.next_cursor}`)).body;
    expect([...first.items, ...second.items].map(({ slug }: { slug: string }) => slug)).toEqual([
      "propane",
      "loxa",
      "pandektes",
    ]);
    expect(second.next_cursor).toBeNull();
  });
});

describe("POST /content", () => {
  it.each([
    ["a page, which the site has already", { kind: "page", content: {} }, "kind"],
    ["an address with spaces", { kind: "co_founder", slug: "a b", content: founder }, "slug"],
    ["no name", { kind: "co_founder", content: { ...founder, name: " " } }, "content.name"],
    ["a field that the kind does not have", { kind: "co_founder", content: { ...founder, age: 40 } }, "content"],
    ["an end before the start", { kind: "event", content: { ...event, end_time: "18:00" } }, "content.end_time"],
    [
      "a last day before the first",
      { kind: "event", content: { ...event, end_date: "2030-12-02" } },
      "content.end_time",
    ],
    ["a day that is none", { kind: "event", content: { ...event, date: "2030-02-30" } }, "content.date"],
    ["text for a number", { kind: "event", content: { ...event, attendees: "12" } }, "content.attendees"],
    ["a logo from elsewhere", { kind: "company", content: { logo: "https://a.example/b.png" } }, "content.logo"],
    [
      "a day to come on which the club invested",
      {
        kind: "company",
        content: { name: "Loxa", website: "", logo: "", status: "Active", invested_on: "2999-05-01" },
      },
      "content.invested_on",
    ],
    ["a script as website", { kind: "company", content: { website: "javascript:alert(1)" } }, "content.website"],
  ])("refuses %s with 422 and names the field", async (_what, body, path) => {
    const answer = await admin("POST", "/api/content", body);
    expect([answer.status, answer.body.code]).toEqual([422, "invalid_body"]);
    expect(answer.body.errors.map((error: { path: string }) => error.path)).toContain(path);
  });
  it("returns 409 for an address that another item of the kind has", async () => {
    const answer = await admin("POST", "/api/content", { kind: "company", slug: "loxa", content: loxa });
    expect([answer.status, answer.body.code]).toEqual([409, "slug_taken"]);
  });
  it("writes a draft that no visitor sees, at an address from its title", async () => {
    const one = await write("co_founder", { ...founder, name: "Zoë O’Hara" });
    const other = await write("co_founder", { ...founder, name: "Zoe Ohara" });
    expect([one.slug, other.slug]).toEqual(["zoe-ohara", "zoe-ohara-2"]);
    const slugOf = async (name: string) => (await write("co_founder", { ...founder, name })).slug;
    expect(await slugOf("Łódź: Bjørn’s Straße 🎉")).toBe("lodz-bjorns-strasse");
    expect(await slugOf("投資")).toBe("touzi");
    expect(await slugOf("🎉")).toBe("co-founder");
    expect(one).toMatchObject({
      state: "draft",
      revision: 1,
      published_revision: null,
      can: { publish: true, unschedule: false, unpublish: false, delete: true },
    });
    expect(await publishedNames()).not.toContain("Zoë O’Hara");
  });
});

const loxa = { name: "Loxa", website: "https://loxa.example", status: "Active" };

describe("GET /content/{id}", () => {
  it("shows an admin the draft", async () => {
    const { id } = await write();
    const { body } = await admin("GET", `/api/content/${id}`);
    expect(body).toMatchObject({ id, draft: founder, slug: expect.stringContaining("ines-calder") });
  });
});

describe("PUT /content/{id}", () => {
  it("refuses fields that the kind does not have with 422 and names the field", async () => {
    const { id } = await write();
    const { status, body } = await admin("PUT", `/api/content/${id}`, { expected_revision: 1, content: event });
    expect([status, body.errors[0].path]).toEqual([422, "content.name"]);
    const without = await admin("PUT", `/api/content/${id}`, { content: founder });
    expect([without.status, without.body.errors[0].path]).toEqual([422, "expected_revision"]);
  });
  it("saves a new revision, and none for the same text", async () => {
    const { id } = await write();
    const content = { ...founder, role: "Chair" };
    const saved = (await admin("PUT", `/api/content/${id}`, { expected_revision: 1, content })).body;
    expect(saved).toMatchObject({ revision: 2, draft: content });
    const again = (await admin("PUT", `/api/content/${id}`, { expected_revision: 2, content })).body;
    expect(again.revision).toBe(2);
  });
  it("returns 409 with the present text to the later of two editors, and loses neither text", async () => {
    const { id } = await write();
    const mine = { ...founder, text: "Mine." };
    const theirs = { ...founder, text: "Theirs." };
    expect((await admin("PUT", `/api/content/${id}`, { expected_revision: 1, content: mine })).status).toBe(200);
    const other = await admin("PUT", `/api/content/${id}`, { expected_revision: 1, content: theirs });
    expect([other.status, other.body.code]).toEqual([409, "revision_conflict"]);
    expect(other.body.record).toMatchObject({ id, revision: 2, draft: mine, updated_by_name: person.full_name });
  });
  it("refuses another address for an item that was published once", async () => {
    const { id, slug } = await publish();
    const body = { expected_revision: 1, slug: "another", content: founder };
    const refused = await admin("PUT", `/api/content/${id}`, body);
    expect([refused.status, refused.body.errors[0].path]).toEqual([422, "slug"]);
    const draft = await write();
    expect((await admin("PUT", `/api/content/${draft.id}`, { ...body, slug: "chair" })).body.slug).toBe("chair");
    const taken = await admin("PUT", `/api/content/${draft.id}`, { ...body, expected_revision: 2, slug });
    expect([taken.status, taken.body.code]).toEqual([409, "slug_taken"]);
  });
  it("changes nothing that visitors see before the publication", async () => {
    const { id } = await publish("co_founder", { ...founder, name: "Public Name" });
    const content = { ...founder, name: "Draft Name" };
    const { body } = await admin("PUT", `/api/content/${id}`, { expected_revision: 1, content });
    expect(body).toMatchObject({ state: "published", revision: 2, published_revision: 1, can: { publish: true } });
    expect(await publishedNames()).toContain("Public Name");
    expect(await publishedNames()).not.toContain("Draft Name");
  });
});

const names = { article: "title", news: "title", faq: "question", co_founder: "name", event: "title", company: "name" };
const missing: Record<keyof typeof names, string[]> = {
  article: ["excerpt", "date", "author"],
  news: ["date"],
  faq: [],
  co_founder: ["role", "text"],
  event: ["date", "start_time", "end_time", "location", "description"],
  company: [],
};
const emptyText = { type: "doc", content: [] };
const kinds = Object.keys(names) as (keyof typeof names)[];
const pathsOf = ({ errors = [] }: { errors?: { path: string }[] }) => [...new Set(errors.map(({ path }) => path))];

describe("A draft with nothing but its name", () => {
  it.each(kinds)(
    "of kind %s is saved, shown on a preview, and its publication names all that is missing",
    async (kind) => {
      const { id } = await write(kind, { [names[kind]]: `Only a name of ${kind}` });
      expect((await admin("GET", `/preview/${id}`)).status).toBe(200);
      const tomorrow = new Date(time.getTime() + 24 * 60 * 60 * 1000).toISOString();
      for (const at of [{}, { at: tomorrow }]) {
        const { status, body } = await admin("POST", `/api/content/${id}/publish`, { expected_revision: 1, ...at });
        expect([status, pathsOf(body)]).toEqual(
          missing[kind].length > 0 ? [422, missing[kind].map((name) => `content.${name}`)] : [200, []],
        );
      }
      await admin("DELETE", `/api/content/${id}`);
    },
  );
  it("may have an update without its words, which its publication asks for", async () => {
    const update = { date: "", title: "", text: "" };
    const { id } = await write("company", { name: "Half a company", updates: [update] });
    expect((await admin("GET", `/preview/${id}`)).status).toBe(200);
    const { status, body } = await admin("POST", `/api/content/${id}/publish`, { expected_revision: 1 });
    expect([status, pathsOf(body)]).toEqual([
      422,
      ["content.updates.0.date", "content.updates.0.title", "content.updates.0.text"],
    ]);
    await admin("DELETE", `/api/content/${id}`);
  });
  it("is refused to replace what is to be published at a time", async () => {
    const { id } = await write();
    const at = new Date(time.getTime() + 24 * 60 * 60 * 1000).toISOString();
    expect((await admin("POST", `/api/content/${id}/publish`, { expected_revision: 1, at })).status).toBe(200);
    const body = { expected_revision: 1, content: { name: "Ines Calder" } };
    const refused = await admin("PUT", `/api/content/${id}`, body);
    expect([refused.status, refused.body.errors[0].path]).toEqual([422, "content.role"]);
    await admin("POST", `/api/content/${id}/unschedule`);
    expect((await admin("PUT", `/api/content/${id}`, body)).status).toBe(200);
    await admin("DELETE", `/api/content/${id}`);
  });
});

describe("POST /content/{id}/publish", () => {
  it("refuses a time that has passed with 422", async () => {
    const { id } = await write();
    const at = new Date(time.getTime() - 1000).toISOString();
    const { status, body } = await admin("POST", `/api/content/${id}/publish`, { expected_revision: 1, at });
    expect([status, body.errors]).toEqual([
      422,
      [{ path: "at", message: "Please choose a time that is still to come." }],
    ]);
  });
  it("returns 409 for a text that was saved meanwhile", async () => {
    const { id } = await write();
    await admin("PUT", `/api/content/${id}`, { expected_revision: 1, content: { ...founder, role: "Chair" } });
    const { status, body } = await admin("POST", `/api/content/${id}/publish`, { expected_revision: 1 });
    expect([status, body.code, body.record.revision]).toEqual([409, "revision_conflict", 2]);
  });
  it("shows visitors the draft at once, and audits it once", async () => {
    const { id } = await publish("co_founder", { ...founder, name: "Now Public" });
    expect(await publishedNames()).toContain("Now Public");
    const again = await admin("POST", `/api/content/${id}/publish`, { expected_revision: 1 });
    expect(again.body).toMatchObject({ state: "published", can: { publish: false, unpublish: true } });
    expect(await audited(id)).toEqual([{ kind: "content_published", actor_id: person.id, details: { revision: 1 } }]);
  });
  it("shows members events and companies, and visitors none", async () => {
    await publish("event", { ...event, title: "Members only" });
    const member = await club.as(await buildPerson(club.db));
    const { body } = await member("GET", "/api/events");
    expect(body.items.map(({ title }: { title: string }) => title)).toContain("Members only");
    const seen = await club
      .readAs({ userId: null })
      .selectFrom("published_content")
      .select("kind")
      .where("kind", "in", ["event", "company"])
      .execute();
    expect(seen).toEqual([]);
  });
});

describe("Publishing at a time", () => {
  const jobPace = { pollSeconds: 0.5, retrySeconds: 1 };
  const startProcess = async () => {
    const jobs = createJobs({ address: club.address, log: silentLog, jobPace, definitions: contentJobs });
    await jobs.start();
    await jobs.work(club);
    return jobs;
  };
  const noon = "2026-01-02T12:00:00.000Z";
  const evening = "2026-01-02T18:00:00.000Z";
  // The queue's clock is the database's: both times are due, and only the club's clock says that they are ahead.
  beforeAll(() => {
    time = new Date("2026-01-01T12:00:00Z");
  });
  afterAll(() => {
    time = new Date();
  });

  it("A publication at a time shows the draft of that moment once, by any process, also one that started since", async () => {
    const { id } = await write("co_founder", { ...founder, name: "At Ten" });
    const { body } = await admin("POST", `/api/content/${id}/publish`, { expected_revision: 1, at: noon });
    expect(body).toMatchObject({ state: "scheduled", publish_at: noon, can: { unschedule: true, publish: true } });
    expect(await publishedNames()).not.toContain("At Ten");
    await admin("PUT", `/api/content/${id}`, { expected_revision: 1, content: { ...founder, name: "At Noon" } });
    const processes = await Promise.all([startProcess(), startProcess()]);
    await expect.poll(publishedNames, { timeout: 15_000, interval: 50 }).toContain("At Noon");
    for (const process of processes) await process.stop();
    expect((await admin("GET", `/api/content/${id}`)).body).toMatchObject({ state: "published", publish_at: null });
    expect(await audited(id)).toEqual([
      { kind: "content_scheduled", actor_id: person.id, details: { publish_at: noon } },
      { kind: "content_published", actor_id: null, details: {} },
    ]);
  });
  it("A publication at a time that was replaced or cancelled publishes nothing", async () => {
    const { id } = await write("co_founder", { ...founder, name: "Put Off" });
    const run = (publish_at: string) => contentJobs["publish-content"].run(club, { content_id: id, publish_at });
    for (const at of [noon, evening]) {
      await admin("POST", `/api/content/${id}/publish`, { expected_revision: 1, at });
    }
    await run(noon);
    expect(await publishedNames()).not.toContain("Put Off");
    await admin("POST", `/api/content/${id}/unschedule`);
    await run(evening);
    expect(await publishedNames()).not.toContain("Put Off");
  });
});

describe("POST /content/{id}/unschedule", () => {
  it("cancels the publication, and leaves the published text", async () => {
    const { id } = await publish();
    const at = new Date(time.getTime() + 3_600_000).toISOString();
    await admin("POST", `/api/content/${id}/publish`, { expected_revision: 1, at });
    const { body } = await admin("POST", `/api/content/${id}/unschedule`);
    expect(body).toMatchObject({ state: "published", publish_at: null, can: { unschedule: false } });
    expect((await audited(id)).at(-1)).toEqual({ kind: "content_unscheduled", actor_id: person.id, details: {} });
  });
});

describe("POST /content/{id}/unpublish", () => {
  it("returns 409 for a page, which the site links to", async () => {
    const { status, body } = await admin("POST", `/api/content/${await buildPage()}/unpublish`);
    expect([status, body.code]).toEqual([409, "content_required"]);
  });
  it("removes an item from the site, and keeps its draft", async () => {
    const { id } = await publish("co_founder", { ...founder, name: "Gone Soon" });
    const { body } = await admin("POST", `/api/content/${id}/unpublish`);
    expect(body).toMatchObject({ state: "draft", published_at: null, draft: { name: "Gone Soon" } });
    expect(await publishedNames()).not.toContain("Gone Soon");
    expect((await audited(id)).map(({ kind }) => kind)).toEqual(["content_published", "content_unpublished"]);
  });
});

describe("GET /content/{id}/revisions", () => {
  it("returns who saved and published what, newest first", async () => {
    const { id } = await publish();
    await admin("PUT", `/api/content/${id}`, { expected_revision: 1, content: { ...founder, role: "Chair" } });
    const { body } = await admin("GET", `/api/content/${id}/revisions`);
    expect(
      body.items.map(({ number, action, created_by_name }: Record<string, unknown>) => [
        number,
        action,
        created_by_name,
      ]),
    ).toEqual([
      [2, "saved", person.full_name],
      [1, "published", person.full_name],
      [1, "saved", person.full_name],
    ]);
  });
});

describe("GET /content/{id}/revisions/{number}", () => {
  it("returns 404 for a revision that does not exist", async () => {
    const { id } = await write();
    expect((await admin("GET", `/api/content/${id}/revisions/2`)).status).toBe(404);
  });
  it("refuses a revision that is no number with 422", async () => {
    const { status, body } = await admin("GET", `/api/content/${unknownId}/revisions/first`);
    expect([status, body.errors[0].path]).toEqual([422, "number"]);
  });
  it("returns the text of a revision", async () => {
    const { id } = await write();
    await admin("PUT", `/api/content/${id}`, { expected_revision: 1, content: { ...founder, role: "Chair" } });
    const { body } = await admin("GET", `/api/content/${id}/revisions/1`);
    expect(body).toEqual({ number: 1, content: founder });
  });
});

describe("POST /content/{id}/revisions/{number}/restore", () => {
  it("returns 404 for a revision that does not exist", async () => {
    const { id } = await write();
    const answer = await admin("POST", `/api/content/${id}/revisions/7/restore`, { expected_revision: 1 });
    expect(answer.status).toBe(404);
  });
  it("returns 409 after somebody else's save", async () => {
    const { id } = await write();
    const answer = await admin("POST", `/api/content/${id}/revisions/1/restore`, { expected_revision: 4 });
    expect([answer.status, answer.body.record.revision]).toEqual([409, 1]);
  });
  it("saves the earlier text as a new revision", async () => {
    const { id } = await write();
    await admin("PUT", `/api/content/${id}`, { expected_revision: 1, content: { ...founder, role: "Chair" } });
    const { body } = await admin("POST", `/api/content/${id}/revisions/1/restore`, { expected_revision: 2 });
    expect(body).toMatchObject({ revision: 3, draft: founder });
    expect(await audited(id)).toEqual([{ kind: "content_restored", actor_id: person.id, details: { revision: 1 } }]);
  });
  it("changes nothing when the draft has that text already", async () => {
    const { id } = await write();
    const { status, body } = await admin("POST", `/api/content/${id}/revisions/1/restore`, { expected_revision: 1 });
    expect([status, body.revision, body.draft]).toEqual([200, 1, founder]);
    expect(await audited(id)).toEqual([]);
  });
});

describe("DELETE /content/{id}", () => {
  it("returns 409 for a page, which the site links to", async () => {
    const { status, body } = await admin("DELETE", `/api/content/${await buildPage()}`);
    expect([status, body.code]).toEqual([409, "content_required"]);
  });
  it("deletes an item with its revisions, and leaves the audit row", async () => {
    const { id } = await publish("co_founder", { ...founder, name: "Deleted" });
    expect((await admin("DELETE", `/api/content/${id}`)).status).toBe(200);
    expect(await publishedNames()).not.toContain("Deleted");
    const left = await club.db.selectFrom("content_item_revisions").select("id").where("item_id", "=", id).execute();
    expect(left).toEqual([]);
    const [latest] = (await audited(id)).slice(-1);
    expect(latest).toEqual({
      kind: "content_deleted",
      actor_id: person.id,
      details: { kind: "co_founder", title: "Deleted" },
    });
  });
});

describe("POST /content/order", () => {
  const slugs = async () =>
    (await admin("GET", "/api/content?kind=company")).body.items.map(({ slug }: { slug: string }) => slug);

  it("refuses a kind without an order with 422", async () => {
    const { status, body } = await admin("POST", "/api/content/order", { kind: "article", ids: [unknownId] });
    expect([status, body.errors[0].path]).toEqual([422, "kind"]);
  });
  it("puts a kind in an order, with items that are not named at the end", async () => {
    const { items } = (await admin("GET", "/api/content?kind=company")).body;
    const [propane, loxaItem, pandektes] = items;
    const ids = [pandektes.id, propane.id];
    expect((await admin("POST", "/api/content/order", { kind: "company", ids })).body).toEqual({ status: true });
    expect(await slugs()).toEqual(["pandektes", "propane", "loxa"]);
    const member = await club.as(await buildPerson(club.db));
    const { body } = await member("GET", "/api/investments");
    expect(body.items.map(({ slug }: { slug: string }) => slug)).toEqual(["pandektes", "propane", "loxa"]);
    const before = { kind: "company", ids: [propane.id, loxaItem.id, pandektes.id] };
    await admin("POST", "/api/content/order", before);
    expect((await admin("POST", "/api/content/order", before)).body).toEqual({ status: false });
  });
});

describe("DELETE /content/examples", () => {
  it("removes all examples but those that were edited, and pages", async () => {
    const page = await buildPage();
    const [edited, example] = [await publish(), await publish()];
    const ids = [page, edited.id, example.id];
    await club.db.updateTable("content_items").set({ is_example: true }).where("id", "in", ids).execute();
    const content = { ...founder, role: "Chair" };
    await admin("PUT", `/api/content/${edited.id}`, { expected_revision: 1, content });
    const removable = await admin("GET", "/api/content?removable=examples");
    expect(removable.body.items.map(({ id }: { id: string }) => id)).toEqual([example.id]);
    expect((await admin("DELETE", "/api/content/examples")).body).toEqual({ removed: 1 });
    const left = await club.db.selectFrom("content_items").select("id").where("id", "in", ids).execute();
    expect(left.map(({ id }) => id).toSorted()).toEqual([page, edited.id].toSorted());
  });
});

describe("The mark of an example", () => {
  it("A legal page that is published as it came loses the mark of an example", async () => {
    const id = await buildPage();
    const draft = JSON.stringify({
      title: "Terms",
      side: "Legal",
      lead: "Ours.",
      description: "Ours.",
      body: emptyText,
    });
    await club.db.updateTable("content_items").set({ is_example: true, draft }).where("id", "=", id).execute();
    expect((await admin("GET", `/api/content/${id}`)).body.can.publish).toBe(true);
    const { body } = await admin("POST", `/api/content/${id}/publish`, { expected_revision: 1 });
    expect([body.is_example, body.revision, body.can.publish]).toEqual([false, 1, false]);
  });

  const isMarked = async (id: string) => {
    const { body } = await club.visitor("GET", "/api/co-founders");
    return body.items.find((item: { id: string }) => item.id === id)?.is_example;
  };
  const example = async () => {
    const { id } = await publish();
    await club.db.updateTable("content_items").set({ is_example: true }).where("id", "=", id).execute();
    return id;
  };
  const edit = (id: string, expected_revision = 1) =>
    admin("PUT", `/api/content/${id}`, { expected_revision, content: { ...founder, role: "Chair" } });

  it("The mark of an example stays while an edit is a draft, and goes with its publication", async () => {
    const id = await example();
    expect((await edit(id)).body.is_example).toBe(true);
    expect(await isMarked(id)).toBe(true);
    await admin("POST", `/api/content/${id}/publish`, { expected_revision: 2 });
    expect(await isMarked(id)).toBe(false);
  });
  it("The mark of an example stays when the item is published again as it was, and goes with an edit off the site", async () => {
    const id = await example();
    await admin("POST", `/api/content/${id}/unpublish`);
    await admin("POST", `/api/content/${id}/publish`, { expected_revision: 1 });
    expect(await isMarked(id)).toBe(true);
    await admin("POST", `/api/content/${id}/unpublish`);
    expect((await edit(id)).body.is_example).toBe(false);
  });
  it("The mark of an example goes when an edited example is unpublished", async () => {
    const id = await example();
    await edit(id);
    expect((await admin("POST", `/api/content/${id}/unpublish`)).body.is_example).toBe(false);
  });
});

describe("Published content", () => {
  it("Published content is read by visitors in the order of its kind, and by its address", async () => {
    const news = { title: "News", date: "2026-02-01", body: text, source_name: "", source_url: "" };
    await publish("news", news);
    await publish("news", { ...news, title: "Newer", date: "2026-03-01" });
    const { body } = await club.visitor("GET", "/api/news");
    const titles = body.items.map(({ title }: { title: string }) => title);
    expect(titles.indexOf("Newer")).toBeLessThan(titles.indexOf("News"));
    const article = { title: "On cheese", excerpt: "It ages.", date: "2026-03-01", author: "us", category: "Funding" };
    const { slug } = await publish("article", { ...article, body: text });
    expect((await club.visitor("GET", `/api/articles/${slug}`)).body).toMatchObject({ ...article, body: text });
    const listed = (await club.visitor("GET", "/api/articles")).body.items;
    expect(listed.find((item: { slug: string }) => item.slug === slug)).not.toHaveProperty("body");
    const faq = { group: "founders", section: "", question: "Why?", answer: text };
    await publish("faq", faq);
    expect((await club.visitor("GET", "/api/faqs")).body.items).toContainEqual(expect.objectContaining(faq));
  });
  it("Articles have a reading time, and pages the day of their version", async () => {
    const { items } = (await club.visitor("GET", "/api/articles")).body;
    expect(items.map(({ slug }: { slug: string }) => slug)).toContain("eis-seis-tax-schemes");
    const article = await club.visitor("GET", "/api/articles/eis-seis-tax-schemes");
    expect(article.body).toMatchObject({ date: "2026-08-25", reading_minutes: 7 });
    const { body } = await club.visitor("GET", "/api/pages/privacy");
    expect(body).toMatchObject({ title: "Privacy policy", published_at: "2025-02-10T09:00:00.000Z" });
  });
  it.each(["/articles/a%00b", "/pages/%00"])(
    "A slug that holds NUL is refused with 422 and its field in %s",
    async (path) => {
      const { status, body } = await club.visitor("GET", `/api${path}`);
      expect([status, body.errors?.[0]?.path]).toEqual([422, "slug"]);
    },
  );

  it.each(["/articles/none", "/pages/none"])("returns 404 for %s", async (path) => {
    expect((await club.visitor("GET", `/api${path}`)).status).toBe(404);
  });
});

describe("The revision of the site's content", () => {
  const revision = async () =>
    (await club.db.selectFrom("content_revisions").select("revision").executeTakeFirstOrThrow()).revision;

  it("The revision of the site changes with what visitors see, and with no draft that is saved or scheduled", async () => {
    const { id } = await publish();
    const seen = [await revision()];
    const look = async () => void seen.push(await revision());
    const at = new Date(time.getTime() + 3_600_000).toISOString();
    await admin("PUT", `/api/content/${id}`, { expected_revision: 1, content: { ...founder, role: "Chair" } });
    await admin("POST", `/api/content/${id}/publish`, { expected_revision: 2, at });
    await look();
    expect(seen[1]).toBe(seen[0]);
    await admin("POST", `/api/content/${id}/publish`, { expected_revision: 2 });
    await look();
    await admin("POST", "/api/content/order", { kind: "co_founder", ids: [id] });
    await look();
    await admin("POST", `/api/content/${id}/unpublish`);
    await look();
    await admin("DELETE", `/api/content/${id}`);
    await look();
    expect(new Set(seen).size).toBe(5);
  });
  it("The revision of the site reaches another process, which renders its documents again", async () => {
    const { current, stop } = await followContentRevision({ db: club.db, address: club.address, log: silentLog });
    const rendered: string[] = [];
    const cached = createDocumentCache(current);
    const render = async () => {
      rendered.push((await publishedNames()).join());
      return { content: rendered.at(-1) ?? "", type: "text/html" };
    };
    await cached("/about", render);
    await publish("co_founder", { ...founder, name: "Seen Elsewhere" });
    await expect.poll(async () => (await cached("/about", render)).content).toContain("Seen Elsewhere");
    expect(rendered).toHaveLength(2);
    await stop();
  });
});

describe("The starter content", () => {
  it("The starter content is installed once, also by two processes that start at once, and stays removed", async () => {
    const other = await createTestDatabase();
    try {
      const given = {
        isExample: true,
        now: new Date("2026-11-20T12:00:00Z"),
        readClub: async () => defaultClub,
      };
      const asOwner = createAsOwner(other.db, noQueue, () => given.now);
      await Promise.all([installStarterContent(asOwner, given), installStarterContent(asOwner, given)]);
      const events = await other.db
        .selectFrom("content_items")
        .select(["slug", "is_example"])
        .where("kind", "=", "event")
        .orderBy("position")
        .execute();
      expect(events).toEqual([
        { slug: "autumn-dinner", is_example: true },
        { slug: "saas-metrics-clinic", is_example: true },
        { slug: "eis-evening", is_example: true },
      ]);
      await other.db.deleteFrom("content_items").where("kind", "<>", "site_page").execute();
      await installStarterContent(asOwner, given);
      const left = other.db.selectFrom("content_items").select("kind").distinct();
      expect(await left.execute()).toEqual([{ kind: "site_page" }]);
    } finally {
      await other.close();
    }
  });
  it("The starter content is valid by the schema of each kind", () => {
    for (const { kind, content } of starterContent(new Date())) {
      expect(contentSchemas[kind].parse(content)).toEqual(content);
    }
  });
});

const text = { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text: "Words." }] }] };

/** The starter content alone has pages. */
const buildPage = async () => (await buildContent(club.db, { kind: "page" })).id;

it("An article written in the browser has the link preview picture of its category", async () => {
  const body = { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text: "First." }] }] };
  const facts = { title: "Bridge rounds", excerpt: "E", date: "2026-01-05", author: "A", category: "Tax Relief" };
  const { slug } = await publish("article", { ...facts, body });
  const page = await club.visitor("GET", `/insights/${slug}`);
  const picture = "http://127.0.0.1:3000/previews/category-tax-relief.jpg";
  expect(page.body).toContain(`<meta property="og:image" content="${picture}"/>`);
  expect((await club.visitor("GET", "/previews/category-tax-relief.jpg")).headers.get("content-type")).toBe(
    "image/jpeg",
  );
});
