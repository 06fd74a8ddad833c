import { beforeAll, describe, expect, it } from "vitest";
import { buildAdmin, buildPerson } from "#server/sample/builders.ts";
import { openTestApp } from "#tests/support/test-app.ts";

const club = await openTestApp();
const person = await buildAdmin(club.db);
const admin = await club.as(person);

const paragraph = (text: string) => ({
  type: "doc",
  content: [{ type: "paragraph", content: [{ type: "text", text }] }],
});

/** Saves a draft of starter content, and publishes nothing. */
async function draft(kind: string, slug: string, changes: object): Promise<string> {
  const row = club.db
    .selectFrom("content_items")
    .selectAll()
    .where("kind", "=", kind as "page");
  const { id, draft: content, revision } = await row.where("slug", "=", slug).executeTakeFirstOrThrow();
  const body = { expected_revision: revision, content: { ...(content as object), ...changes } };
  expect((await admin("PUT", `/api/content/${id}`, body)).status).toBe(200);
  return id;
}

const mainOf = (html: string): string => html.slice(html.indexOf("<main"), html.indexOf("</main>"));

describe("GET /preview/{id}", () => {
  let id = "";
  beforeAll(async () => {
    id = await draft("article", "eis-seis-tax-schemes", { body: paragraph("Relief & <b>nothing</b> else.") });
  });

  it("redirects a visitor to the editor, which asks to sign in, and returns 403 to a member", async () => {
    const { status, headers } = await club.visitor("GET", `/preview/${id}`);
    expect([status, headers.get("location")]).toEqual([
      302,
      `${club.appUrl}/#/members?tab=admin&view=content&item=${id}`,
    ]);
    const member = await (await club.as(await buildPerson(club.db)))("GET", `/preview/${id}`);
    expect([member.status, member.body.code]).toEqual([403, "admin_required"]);
  });
  it("returns 404 for an id of no item", async () => {
    expect((await admin("GET", "/preview/01900000-0000-7000-8000-000000000000")).status).toBe(404);
    expect((await admin("GET", "/preview/x")).status).toBe(404);
  });
  it("shows an article's draft, while the public page stays", async () => {
    const asBrowser = { "accept-encoding": "gzip, deflate, br" };
    const { status, body } = await admin("GET", `/preview/${id}`, undefined, asBrowser);
    expect(status).toBe(200);
    expect(mainOf(body)).toContain("Relief &amp; &lt;b&gt;nothing&lt;/b&gt; else.");
    expect(mainOf(body)).not.toContain("Few people pay 45% on every pound");
    const page = await club.visitor("GET", "/insights/eis-seis-tax-schemes");
    expect(page.body).toContain("Few people pay 45% on every pound");
    expect(page.body).not.toContain("nothing&lt;/b&gt; else.");
  });
  it("returns a page that is neither stored nor listed, runs no script and says that it is a preview", async () => {
    const { headers, body } = await admin("GET", `/preview/${id}`);
    expect([headers.get("cache-control"), headers.get("x-robots-tag")]).toEqual(["no-store", "noindex"]);
    expect(headers.get("content-security-policy")).toContain("script-src 'self'");
    expect(body).toContain('<meta name="robots" content="noindex"/>');
    expect(body).not.toContain("<script");
    expect(body).toContain("Preview of version 2.");
    expect(body).toContain(`href="/#/members?tab=admin&amp;view=content&amp;item=${id}"`);
  });
  it("shows an article that was never published, with links to its own headings", async () => {
    const title = "A draft of its own";
    const heading = { type: "heading", attrs: { level: 2 }, content: [{ type: "text", text: "Why" }] };
    const content = { title, excerpt: "E", date: "2026-01-05", author: "A", category: "Funding" };
    const body = { type: "doc", content: [heading, ...paragraph("First.").content] };
    const written = await admin("POST", "/api/content", { kind: "article", content: { ...content, body } });
    const preview = await admin("GET", `/preview/${written.body.id}`);
    expect(mainOf(preview.body)).toContain("A draft of its own");
    expect(mainOf(preview.body)).toContain('href="#why"');
    expect((await club.visitor("GET", "/insights/a-draft-of-its-own", undefined, { accept: "text/html" })).status).toBe(
      404,
    );
  });
  it.each([
    ["news", "vct-relief", { body: paragraph("Draft words.") }, "/news"],
    ["faq", "who-can-join", { answer: paragraph("Draft words.") }, "/membership"],
    ["faq", "what-does-it-cost-to-pitch", { answer: paragraph("Draft words.") }, "/founders"],
    ["page", "privacy", { body: paragraph("Draft words.") }, "/privacy"],
    ["co_founder", "daniel-achebe", { text: "Draft words." }, "/about"],
  ])("shows %s %s as its page does after the publication, and not before", async (kind, slug, changes, path) => {
    const id = await draft(kind, slug, changes);
    const preview = await admin("GET", `/preview/${id}`);
    expect(mainOf(preview.body)).toContain("Draft words.");
    expect(mainOf((await club.visitor("GET", path)).body)).not.toContain("Draft words.");
    const publication = await admin("POST", `/api/content/${id}/publish`, { expected_revision: 2 });
    expect(publication.status).toBe(200);
    expect(mainOf((await club.visitor("GET", path)).body)).toBe(mainOf(preview.body));
  });
  it("shows an event's draft among the events, and a company's on its page, as members see them", async () => {
    const event = await admin("GET", `/preview/${await draft("event", "autumn-dinner", { location: "Leeds Draft" })}`);
    expect(mainOf(event.body)).toContain("Leeds Draft");
    expect(mainOf(event.body)).toContain("Reading SaaS metrics: a working clinic");
    expect(mainOf(event.body)).toContain(person.full_name);
    const company = await admin("GET", `/preview/${await draft("company", "loxa", { reason: "A draft reason." })}`);
    expect(mainOf(company.body)).toContain("A draft reason.");
    expect(company.body).toMatch(/<link rel="stylesheet" href="\/assets\/members-[^"]+\.css"\/>/);
  });
  it("shows one draft, and no other", async () => {
    await draft("co_founder", "daniel-achebe", { text: "Words of Daniel." });
    const id = await draft("co_founder", "eleanor-marsh", { text: "Words of Eleanor." });
    const { body } = await admin("GET", `/preview/${id}`);
    expect(mainOf(body)).toContain("Words of Eleanor.");
    expect(mainOf(body)).not.toContain("Words of Daniel.");
  });
});
