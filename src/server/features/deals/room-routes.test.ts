import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { buildDeal, buildEnquiry } from "#server/sample/build-deal.ts";
import { buildAdmin } from "#server/sample/builders.ts";
import { buildDocument } from "#server/sample/sample-room.ts";
import type { RoomDocument } from "#shared/deals/deal-room.ts";
import { pdfWith } from "#tests/support/raw-pdf.ts";
import { pdfOf, pngOf, workbookOf } from "#tests/support/room-files.ts";
import { type Answer, openTestApp } from "#tests/support/test-app.ts";
import { checkDocument, dealJobs } from "./jobs.ts";
import { createDocumentChecker, type DocumentChecker } from "./room/document-checker.ts";
import { SlowDocument } from "./room/run-document-worker.ts";

const unknownId = "01900000-0000-7000-8000-000000000000";
const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const club = await openTestApp();
const owen = await buildAdmin(club.db, { full_name: "Owen Pryce" });
const admin = await club.as(owen);

interface Upload {
  content?: Uint8Array;
  type?: string;
  title?: string;
  file_name?: string;
  is_downloadable?: boolean;
  replaces_id?: string;
}

const csv = Buffer.from("holder,shares\r\nRuth Sandford,410\r\n");

function upload(dealId: string, { content = csv, type = "text/csv", ...query }: Upload = {}): Promise<Answer> {
  const given = { title: "Cap table", file_name: "cap table.csv", is_downloadable: false, ...query };
  const search = new URLSearchParams(Object.entries(given).map(([key, value]) => [key, String(value)]));
  return admin("POST", `/api/deals/${dealId}/documents?${search}`, content, { "content-type": type });
}

const check = (document_id: string) => dealJobs["deal-documents"].run(club, { document_id });

/** Uploaded and checked. */
async function added(dealId: string, given?: Upload): Promise<RoomDocument> {
  const { body } = await upload(dealId, given);
  await check(body.id);
  return documentOf(dealId, body.id);
}

async function documentOf(dealId: string, id: string): Promise<RoomDocument> {
  const { body } = await admin("GET", `/api/deals/${dealId}/room`);
  return body.items.find((item: RoomDocument) => item.id === id);
}

const preparing = () => buildEnquiry(club.db, { state: "preparing" });

describe("GET /deals/{id}/room", () => {
  it("returns no files for a deal without documents", async () => {
    expect((await admin("GET", `/api/deals/${(await preparing()).id}/room`)).body).toEqual({ items: [] });
  });

  it("lists every file by title, newest first", async () => {
    const { id } = await preparing();
    const first = await added(id);
    const accounts = await added(id, { title: "Accounts" });
    const second = await added(id, { replaces_id: first.id });
    const { body } = await admin("GET", `/api/deals/${id}/room`);
    const shown = body.items.map((item: RoomDocument) => [item.id, item.title, item.number, item.is_current]);
    expect(shown).toEqual([
      [accounts.id, "Accounts", 1, true],
      [second.id, "Cap table", 2, true],
      [first.id, "Cap table", 1, false],
    ]);
  });
});

describe("POST /deals/{id}/documents", () => {
  it("refuses a missing title and file name with 422 and names the field", async () => {
    const { id } = await preparing();
    const { status, body } = await admin("POST", `/api/deals/${id}/documents?title=%20&file_name=a.csv`, csv);
    expect([status, body.errors]).toEqual([422, [{ path: "title", message: "Give the document a title" }]]);
  });

  it("returns 404 in place of a document of another deal", async () => {
    const [{ id }, other] = [await preparing(), await preparing()];
    const elsewhere = await added(other.id);
    expect((await upload(id, { replaces_id: elsewhere.id })).status).toBe(404);
  });

  it("refuses other types with 422 and more than 25 MiB with 413, and stores nothing", async () => {
    const { id } = await preparing();
    const page = await upload(id, { content: Buffer.from("<script>alert(1)</script>\0"), type: "application/pdf" });
    expect([page.status, page.body.code]).toEqual([422, "file_type_refused"]);
    const large = await upload(id, { content: Buffer.alloc(25 * 1024 * 1024 + 1, "a") });
    expect([large.status, large.body.code]).toEqual([413, "body_too_large"]);
    const kept = await club.db.selectFrom("files").select("id").where("kind", "=", "deal_document").execute();
    const named = await club.db.selectFrom("deal_documents").select("file_id as id").execute();
    expect(kept.map((file) => file.id).toSorted()).toEqual(named.map((file) => file.id).toSorted());
  });

  it("refuses text that is called a PDF, and keeps none of it", async () => {
    const { id } = await preparing();
    const { status, body } = await upload(id, {
      content: Buffer.from("this is not a pdf at all"),
      file_name: "Deck.PDF",
    });
    expect([status, body.code, body.detail]).toEqual([
      422,
      "file_type_refused",
      "The name of this file ends in .pdf, and it is no PDF. Open the document, save it again and choose that file.",
    ]);
    expect((await admin("GET", `/api/deals/${id}/room`)).body.items).toEqual([]);
  });

  it.each([
    ["Windows-1252", Buffer.from("holder;paid\r\nZoë Søn;£410\r\n", "latin1")],
    ["UTF-16", Buffer.from("\uFEFFholder\tpaid\r\nZoë Søn\t£410\r\n", "utf16le")],
  ])("accepts a table in %s, as Excel saves it", async (_encoding, content) => {
    const { id } = await preparing();
    const taken = await added(id, { content });
    expect(taken).toMatchObject({ state: "ready", refusal: null, media_type: "text/csv", bytes: content.length });
  });

  it("refuses a binary file by the name of a CSV, and says how to save a table", async () => {
    const { id } = await preparing();
    const { status, body } = await upload(id, { content: Buffer.from("holder,paid\r\n\x00\x01\x02", "latin1") });
    expect([status, body.code, body.detail]).toEqual([
      422,
      "file_type_refused",
      "This file is not of a kind that can be used here. If it is a table, save it as CSV UTF-8 and choose that file.",
    ]);
  });

  it("holds a document in quarantine until it is checked, and audits it", async () => {
    const { id } = await preparing();
    const { status, body } = await upload(id, { is_downloadable: true });
    expect([status, body]).toMatchObject([
      201,
      {
        title: "Cap table",
        file_name: "cap table.csv",
        number: 1,
        media_type: "text/csv",
        bytes: 34,
        state: "checking",
        refusal: null,
        pages: null,
        is_downloadable: true,
        is_current: true,
        openings: 0,
        author_name: "Owen Pryce",
        replaces_id: null,
        removed_at: null,
      },
    ]);
    expect(await club.auditOf(id, "kind", "actor_id", "details")).toEqual([
      {
        kind: "deal_document_added",
        actor_id: owen.id,
        details: { title: "Cap table", number: 1, sha256: body.sha256 },
      },
    ]);
    await check(body.id);
    expect(await documentOf(id, body.id)).toMatchObject({ state: "ready", pages: null });
  });

  it("draws the pages of a PDF, which no member downloads", async () => {
    const { id } = await preparing();
    const deck = await added(id, { content: await pdfOf(3), type: "application/pdf", is_downloadable: true });
    expect(deck).toMatchObject({ state: "ready", pages: 3, is_downloadable: false });
    const pages = await club.db
      .selectFrom("deal_document_pages as p")
      .innerJoin("files as f", "f.id", "p.file_id")
      .select(["p.number", "p.width", "p.height", "p.text", "f.kind", "f.media_type", "f.state"])
      .where("document_id", "=", deck.id)
      .orderBy("number")
      .execute();
    const file = { kind: "deal_document_page", media_type: "image/webp", state: "attached" };
    expect(pages).toMatchObject([1, 2, 3].map((number) => ({ number, width: 1131, height: 1600, ...file })));
    expect(pages[0]?.text).toMatch(/^Line 1 of the deck\nLine 2 of the deck\n/);
  });

  it("makes one page of a picture, and none of a workbook", async () => {
    const { id } = await preparing();
    const picture = await added(id, { content: await pngOf(3200, 800), type: "image/png" });
    expect(picture).toMatchObject({ state: "ready", pages: 1 });
    const pages = club.db.selectFrom("deal_document_pages").select(["width", "height", "text"]);
    expect(await pages.where("document_id", "=", picture.id).execute()).toEqual([
      { width: 1600, height: 400, text: "" },
    ]);
    expect(await added(id, { content: await workbookOf(), type: workbookType })).toMatchObject({
      state: "ready",
      pages: null,
      media_type: workbookType,
    });
  });

  it("counts the files of a document, and refuses a second one in place of the same", async () => {
    const { id } = await preparing();
    const first = await added(id);
    const { body: second } = await upload(id, { title: "Another", replaces_id: first.id });
    expect(second).toMatchObject({ title: "Cap table", number: 2, replaces_id: first.id });
    const third = await upload(id, { replaces_id: first.id });
    expect([third.status, third.body.code]).toEqual([409, "document_replaced"]);
    const early = await upload(id, { replaces_id: second.id });
    expect([early.status, early.body.code]).toEqual([409, "document_not_ready"]);
    expect(await documentOf(id, first.id)).toMatchObject({ is_current: true });
    await check(second.id);
    expect(await documentOf(id, first.id)).toMatchObject({ is_current: false });
  });

  it("leaves the earlier file in place where the next one is refused", async () => {
    const { id } = await preparing();
    const first = await added(id);
    const refused = await added(id, { content: Buffer.from("PK\x03\x04 no workbook"), replaces_id: first.id });
    expect(refused).toMatchObject({ state: "refused", refusal: "unreadable", is_current: false });
    expect(await documentOf(id, first.id)).toMatchObject({ is_current: true });
    expect(await added(id, { replaces_id: first.id })).toMatchObject({ number: 2, state: "ready" });
  });

  it("draws a document once, also where the job runs twice, and again after it was interrupted", async () => {
    const { id } = await preparing();
    const { body } = await upload(id, { content: await pdfOf(2), type: "application/pdf" });
    const stopping = createDocumentChecker();
    const interrupted = checkDocument({ ...club, documentChecker: stopping }, body.id);
    await stopping.close();
    await expect(interrupted).rejects.toThrow();
    expect(await documentOf(id, body.id)).toMatchObject({ state: "checking" });
    await Promise.all([check(body.id), check(body.id)]);
    expect(await documentOf(id, body.id)).toMatchObject({ state: "ready", pages: 2 });
    const files = club.db.selectFrom("files").select("id").where("kind", "=", "deal_document_page");
    expect(await files.where("state", "<>", "attached").execute()).toEqual([]);
  });

  it("lists the pages that cannot be read, and are empty for members", async () => {
    const { id } = await preparing();
    const page = { box: "/MediaBox [0 0 595 842]", content: "BT /F1 40 Tf 60 400 Td (Read) Tj ET" };
    const damaged = { box: "/MediaBox [0 0 600 800] /CropBox [600 800 1000 1000]", content: "" };
    const file = { content: pdfWith([page, damaged, page]), type: "application/pdf" };
    expect(await added(id, file)).toMatchObject({ state: "ready", pages: 3, damaged_pages: [2] });
    expect(await added(id)).toMatchObject({ damaged_pages: [] });
  });

  it("puts a slow document behind the others once, and refuses one that is slow without them", async () => {
    const { id } = await preparing();
    const { body } = await upload(id, { content: await pdfOf(1), type: "application/pdf" });
    const turns: (boolean | undefined)[] = [];
    const slow: DocumentChecker = {
      ...club.documentChecker,
      check: async ({ is_slow }) => {
        turns.push(is_slow);
        throw new SlowDocument(true);
      },
      close: async () => {},
    };
    await checkDocument({ ...club, documentChecker: slow }, body.id);
    expect(await documentOf(id, body.id)).toMatchObject({ state: "checking" });
    const { rows } = await sql<{ data: object }>`select data from pgboss.job
      where name = 'deal-documents' and data ->> 'document_id' = ${body.id} order by created_on`.execute(club.db);
    expect(rows.map(({ data }) => data)).toEqual([{ document_id: body.id }, { document_id: body.id, is_slow: true }]);
    await checkDocument({ ...club, documentChecker: slow }, body.id, true);
    expect(turns).toEqual([false, true]);
    expect(await documentOf(id, body.id)).toMatchObject({ state: "refused", refusal: "unreadable" });
  });

  it.each(["completed", "exited", "declined", "withdrawn", "cancelled"] as const)(
    "returns 409 for a deal that is %s",
    async (state) => {
      const { id } = await buildEnquiry(club.db, { state });
      const { status, body } = await upload(id);
      expect([status, body.code]).toEqual([409, "deal_not_open"]);
    },
  );
});

describe("POST /deals/{id}/documents/{document_id}/remove", () => {
  it("returns 404 for a document of another deal", async () => {
    const [{ id }, other] = [await preparing(), await preparing()];
    const elsewhere = await added(other.id);
    expect((await admin("POST", `/api/deals/${id}/documents/${elsewhere.id}/remove`)).status).toBe(404);
  });

  it("leaves a document out of the next version, once, and audits it", async () => {
    const { id } = await preparing();
    const { id: documentId, sha256 } = await added(id);
    const path = `/api/deals/${id}/documents/${documentId}/remove`;
    const { status, body } = await admin("POST", path);
    expect([status, body.items[0].is_current]).toEqual([200, false]);
    const { removed_at } = body.items[0];
    expect((await admin("POST", path)).body.items[0].removed_at).toBe(removed_at);
    const [, ...audited] = await club.auditOf(id, "kind", "details");
    expect(audited).toEqual([{ kind: "deal_document_removed", details: { title: "Cap table", number: 1, sha256 } }]);
    const replacing = await upload(id, { replaces_id: documentId });
    expect([replacing.status, replacing.body.code]).toEqual([409, "document_replaced"]);
  });
});

describe("POST /deals/{id}/documents/{document_id}/openings", () => {
  it("returns 409 until a document is checked, and for a refused one", async () => {
    const { id } = await preparing();
    const { body: waiting } = await upload(id);
    const refused = await added(id, { content: Buffer.from("PK\x03\x04 no workbook") });
    for (const document of [waiting, refused]) {
      const { status, body } = await admin("POST", `/api/deals/${id}/documents/${document.id}/openings`);
      expect([status, body.code]).toEqual([409, "document_not_ready"]);
    }
  });

  it("opens a document that is ready, sends its pages and its file, and records both", async () => {
    const { id } = await preparing();
    const content = await pdfOf(2);
    const deck = await added(id, { content, type: "application/pdf", file_name: "Zoë’s deck.pdf" });
    const path = `/api/deals/${id}/documents/${deck.id}`;
    const opened = await admin("POST", `${path}/openings`);
    expect([opened.status, opened.body]).toMatchObject([
      201,
      { title: "Cap table", number: 1, is_downloadable: true, pages: [{ number: 1, width: 1131 }, { number: 2 }] },
    ]);
    const query = `?opening=${opened.body.opening_id}`;
    const page = await admin("GET", `${path}/pages/2${query}`);
    expect((await admin("GET", `${path}/pages/2/text${query}`)).body.text).toContain("Line 29 of the deck");
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect(page.headers.get("cache-control")).toBe("private, no-store");
    const file = await admin("GET", `${path}/file${query}`);
    expect([file.status, file.headers.get("content-length")]).toEqual([200, String(content.length)]);
    expect(file.headers.get("content-disposition")).toBe(
      `attachment; filename="Zoe_s deck.pdf"; filename*=UTF-8''Zo%C3%AB%E2%80%99s%20deck.pdf`,
    );
    const { body } = await admin("GET", `/api/deals/${id}/openings`);
    expect(body.items).toMatchObject([
      { document_id: deck.id, full_name: "Owen Pryce", pages: [2], is_desk: true, title: "Cap table", number: 1 },
    ]);
    expect(body.items[0].downloaded_at).not.toBeNull();
    expect(await documentOf(id, deck.id)).toMatchObject({ openings: 0 });
  });

  it("returns 404 with another admin's opening", async () => {
    const { id } = await preparing();
    const deck = await added(id, { content: await pngOf(40, 40), type: "image/png" });
    const path = `/api/deals/${id}/documents/${deck.id}`;
    const { body } = await admin("POST", `${path}/openings`);
    const other = await club.as(await buildAdmin(club.db));
    expect((await other("GET", `${path}/pages/1?opening=${body.opening_id}`)).status).toBe(404);
    expect((await other("GET", `${path}/file?opening=${body.opening_id}`)).status).toBe(404);
    expect((await admin("GET", `${path}/pages/1?opening=${body.opening_id}`)).status).toBe(200);
  });
});

describe("GET /deals/{id}/openings", () => {
  it("lists openings page by page, newest first, of one document where asked", async () => {
    const { id } = await buildDeal(club.db);
    const [deck, table] = [await buildDocument(club.db, id), await buildDocument(club.db, id)];
    for (const document of [deck, table, deck])
      await admin("POST", `/api/deals/${id}/documents/${document.id}/openings`);
    const first = await admin("GET", `/api/deals/${id}/openings?limit=2`);
    const idsOf = ({ body }: Answer) => body.items.map((item: { document_id: string }) => item.document_id);
    expect(idsOf(first)).toEqual([deck.id, table.id]);
    const second = await admin("GET", `/api/deals/${id}/openings?limit=2&cursor=${first.body.next_cursor}`);
    expect([idsOf(second), second.body.next_cursor]).toEqual([[deck.id], null]);
    expect(idsOf(await admin("GET", `/api/deals/${id}/openings?document_id=${table.id}`))).toEqual([table.id]);
  });
});

for (const part of ["pages/1", "pages/1/text", "file"] as const)
  describe(`GET /deals/{id}/documents/{document_id}/${part}`, () => {
    it("returns 422 without an opening and 404 for an unknown one", async () => {
      const { id } = await preparing();
      const { id: documentId } = await buildDocument(club.db, id);
      const path = `/api/deals/${id}/documents/${documentId}/${part}`;
      expect((await admin("GET", path)).status).toBe(422);
      expect((await admin("GET", `${path}?opening=${unknownId}`)).status).toBe(404);
    });
  });
