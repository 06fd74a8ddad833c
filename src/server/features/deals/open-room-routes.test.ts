import { sql } from "kysely";
import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { buildDeal, freezeDeal } from "#server/sample/build-deal.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin, type Person } from "#server/sample/builders.ts";
import { buildDocument, type DocumentGiven, toFrozen } from "#server/sample/sample-room.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";

const noon = new Date("2026-01-13T12:00:00Z");
const released = new Date("2026-01-11T10:00:00Z");
/** Good through 2027-01-10. */
const signedAt = new Date("2026-01-11T08:00:00Z");
const table = Buffer.from("holder,shares\r\nRuth Sandford,410\r\n");

let now = noon;
let jonas: Person & { record_id: string };
let mine: Call;
let deal: Awaited<ReturnType<typeof buildDeal>>;
let deck: string;
let capTable: string;

const club = await openTestApp({ now: () => now, hasLastingSessions: true });
const owen = await buildAdmin(club.db, { full_name: "Owen Pryce" });
const admin = await club.as(owen);
await setDeals(club.db);
const blank = await sharp({ create: { width: 600, height: 400, channels: 3, background: "#fff" } })
  .webp()
  .toBuffer();
beforeEach(async () => {
  now = noon;
  [jonas, mine] = await investor("Jonas Weber");
  deal = await buildReleased();
  deck = deal.documents[0]?.id ?? "";
  capTable = deal.documents[1]?.id ?? "";
});

const page = (text: string) => ({ content: blank, width: 600, height: 400, text });
const deckGiven = (): DocumentGiven => ({ pages: [page("Forecasts"), page("Team")] });

const buildReleased = () =>
  buildDeal(club.db, {
    at: released,
    author_id: owen.id,
    documents: [
      deckGiven(),
      {
        title: "Cap table",
        file_name: "cap table.csv",
        number: 1,
        media_type: "text/csv",
        content: table,
        is_downloadable: true,
      },
    ],
  });

async function investor(full_name: string): Promise<[typeof jonas, Call]> {
  const person = await buildInvestor(club.db, { full_name, signed_at: signedAt });
  return [person, await club.as(person)];
}

const pathOf = (documentId: string, dealId = deal.id) => `/api/open-deals/${dealId}/documents/${documentId}`;

async function opened(documentId = deck, call = mine): Promise<string> {
  const { body } = await call("POST", `${pathOf(documentId)}/openings`);
  return body.opening_id;
}

const openingsOf = (recordId: string) =>
  club.db
    .selectFrom("document_openings")
    .select(["document_id", "deal_version_id", "opened_at", "pages", "downloaded_at"])
    .where("record_id", "=", recordId)
    .orderBy("opened_at")
    .orderBy("id")
    .execute();

/** A version of the deal without the given documents, or with others, which counts from now on. */
async function freezeAnother(documents: typeof deal.content.documents, to = deal) {
  const approved = { terms_id: to.terms_id, author_id: null, approved_by: null, created_at: now, approved_at: now };
  await freezeDeal(club.db, { deal_id: to.id, number: 2, content: { ...to.content, documents }, ...approved });
}

/** The page as bytes: the app's own calls read text. */
async function pictureOf(person: Person, documentId: string, number: number, opening: string): Promise<Buffer> {
  const headers = { cookie: await club.cookieOf(person) };
  const address = `${club.appUrl}${pathOf(documentId)}/pages/${number}?opening=${opening}`;
  const response = await club.fetch(new Request(address, { headers }));
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/webp"]);
  return Buffer.from(await response.arrayBuffer());
}

/** How much of it is not white, in per cent. */
async function inkOf(picture: Buffer): Promise<number> {
  const { data } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
  return (100 * data.filter((value) => value < 240).length) / data.length;
}

describe("POST /open-deals/{id}/documents/{document_id}/openings", () => {
  it("opens a document and returns what there is to read, with a delivery and an opening on record", async () => {
    const { status, body } = await mine("POST", `${pathOf(deck)}/openings`);
    expect([status, body]).toEqual([
      201,
      {
        opening_id: expect.any(String),
        opened_at: "2026-01-13T12:00:00.000Z",
        title: "Founders’ deck",
        number: 1,
        is_downloadable: false,
        pages: [
          { number: 1, width: 600, height: 400 },
          { number: 2, width: 600, height: 400 },
        ],
      },
    ]);
    const row = { document_id: deck, deal_version_id: deal.version_id, opened_at: noon };
    expect(await openingsOf(jonas.record_id)).toEqual([{ ...row, pages: [], downloaded_at: null }]);
    const deliveries = club.db.selectFrom("deliveries").select(["channel", "subject_id", "deal_version_id"]);
    expect(await deliveries.where("record_id", "=", jonas.record_id).execute()).toEqual([
      { channel: "document", subject_id: deck, deal_version_id: deal.version_id },
    ]);
    const { items } = (await mine("GET", "/api/deliveries/me")).body;
    expect(items).toMatchObject([{ channel: "document", document_title: "Founders’ deck" }]);
  });

  it("returns whether a file may be downloaded, and no pages for a spreadsheet", async () => {
    const { body } = await mine("POST", `${pathOf(capTable)}/openings`);
    expect(body).toMatchObject({ title: "Cap table", pages: [], is_downloadable: true });
  });

  it.each([
    ["a document of another deal", async () => pathOf((await buildReleased()).documents[0]?.id ?? "")],
    ["a document that no version has", async () => pathOf((await buildDocument(club.db, deal.id)).id)],
    [
      "a document of a deal in preparation",
      async () => {
        const other = await buildDeal(club.db, { state: "preparing", author_id: owen.id, documents: [deckGiven()] });
        return pathOf(other.documents[0]?.id ?? "", other.id);
      },
    ],
  ])("returns 404 for %s, and records nothing", async (_what, path) => {
    expect((await mine("POST", `${await path()}/openings`)).status).toBe(404);
    expect(await openingsOf(jonas.record_id)).toEqual([]);
  });

  it("opens a document of the version that counts, also where it was removed for the next one", async () => {
    const removal = { removed_at: now, removed_by: owen.id };
    await club.db.updateTable("deal_documents").set(removal).where("id", "=", deck).execute();
    expect((await mine("POST", `${pathOf(deck)}/openings`)).status).toBe(201);
    await freezeAnother([]);
    expect((await mine("POST", `${pathOf(deck)}/openings`)).status).toBe(404);
  });
});

describe("GET /open-deals/{id}/documents/{document_id}/pages/{number}", () => {
  it("refuses a missing opening with 422", async () => {
    expect((await mine("GET", `${pathOf(deck)}/pages/1`)).status).toBe(422);
  });

  it("sends a page with its reader's name across it, and records each page once", async () => {
    const opening = await opened();
    const picture = await pictureOf(jonas, deck, 2, opening);
    expect(await sharp(picture).metadata()).toMatchObject({ format: "webp", width: 600, height: 400 });
    expect(await inkOf(blank)).toBe(0);
    expect(await inkOf(picture)).toBeGreaterThan(0.5);
    // The text below stays readable: most of the page is as it was.
    expect(await inkOf(picture)).toBeLessThan(15);
    await pictureOf(jonas, deck, 1, opening);
    await pictureOf(jonas, deck, 2, opening);
    expect(await openingsOf(jonas.record_id)).toMatchObject([{ pages: [1, 2] }]);
  });

  it("returns the text of a page, for a person who cannot see it, and records the page in the same way", async () => {
    const path = `${pathOf(deck)}/pages/2/text?opening=${await opened()}`;
    await mine("HEAD", path);
    expect(await openingsOf(jonas.record_id)).toMatchObject([{ pages: [] }]);
    const { body, headers } = await mine("GET", path);
    expect([body, headers.get("cache-control")]).toEqual([{ text: "Team" }, "private, no-store"]);
    expect(await openingsOf(jonas.record_id)).toMatchObject([{ pages: [2] }]);
    const [, hers] = await investor("Ana Ruiz");
    expect((await hers("GET", path)).status).toBe(404);
  });

  it("draws another picture for another reader", async () => {
    const [ana, hers] = await investor("Ana-Sofía <Ruiz> & Co");
    const first = await pictureOf(jonas, deck, 1, await opened());
    const second = await pictureOf(ana, deck, 1, await opened(deck, hers));
    expect(await inkOf(second)).toBeGreaterThan(0.5);
    expect(second.equals(first)).toBe(false);
  });

  it("records nothing for HEAD and other sites", async () => {
    const opening = await opened();
    const path = `${pathOf(deck)}/pages/1?opening=${opening}`;
    expect((await mine("HEAD", path)).status).toBe(200);
    const other = await mine("GET", path, undefined, { "sec-fetch-site": "cross-site" });
    expect([other.status, other.body.code]).toEqual([403, "foreign_origin"]);
    expect(await openingsOf(jonas.record_id)).toMatchObject([{ pages: [] }]);
  });

  it("sends a page that no cache may store", async () => {
    const answer = await mine("GET", `${pathOf(deck)}/pages/1?opening=${await opened()}`);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    expect(answer.headers.get("content-security-policy")).toContain("sandbox");
  });

  it("returns 404 for a page that does not exist, another document, another member's opening and after 24 hours", async () => {
    const [, hers] = await investor("Ana Ruiz");
    const opening = await opened();
    expect((await mine("GET", `${pathOf(deck)}/pages/3?opening=${opening}`)).status).toBe(404);
    expect((await mine("GET", `${pathOf(capTable)}/pages/1?opening=${opening}`)).status).toBe(404);
    expect((await hers("GET", `${pathOf(deck)}/pages/1?opening=${opening}`)).status).toBe(404);
    expect((await admin("GET", `/api/deals/${deal.id}/documents/${deck}/pages/1?opening=${opening}`)).status).toBe(404);
    now = new Date("2026-01-14T12:00:00Z");
    expect((await mine("GET", `${pathOf(deck)}/pages/1?opening=${opening}`)).status).toBe(404);
    expect(await openingsOf(jonas.record_id)).toMatchObject([{ pages: [] }]);
  });

  it("returns 404 for an opening of a document that the version that counts has no more", async () => {
    const opening = await opened();
    const [, kept] = deal.documents;
    await freezeAnother(kept ? [toFrozen(kept)] : []);
    expect((await mine("GET", `${pathOf(deck)}/pages/1?opening=${opening}`)).status).toBe(404);
  });

  it("sends a page with an opening of an earlier version that had the same document", async () => {
    const opening = await opened();
    await freezeAnother(deal.documents.map(toFrozen));
    expect((await mine("GET", `${pathOf(deck)}/pages/1?opening=${opening}`)).status).toBe(200);
  });

  it("asks readers of many pages at once to wait, and sends the pages afterwards", async () => {
    const opening = await opened();
    const path = `${pathOf(deck)}/pages/1?opening=${opening}`;
    // The first page cannot be read before four are refused.
    const refused: Awaited<ReturnType<Call>>[] = [];
    const answers = await club.db.transaction().execute(async (tx) => {
      await sql`lock table file_chunks in access exclusive mode`.execute(tx);
      const asked = Array.from({ length: 12 }, () => mine("GET", path));
      for (const one of asked) void one.then((answer) => refused.push(answer));
      await expect.poll(() => refused.length).toBe(4);
      return asked;
    });
    const statuses = (await Promise.all(answers)).map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array(8).fill(200), ...Array(4).fill(503)]);
    const [busy] = refused;
    expect([busy?.body.code, busy?.headers.get("retry-after")]).toEqual(["pages_busy", "2"]);
    expect((await mine("GET", path)).status).toBe(200);
  });
});

describe("GET /open-deals/{id}/documents/{document_id}/file", () => {
  it("sends the file or a part of it, and records the first time", async () => {
    const path = `${pathOf(capTable)}/file?opening=${await opened(capTable)}`;
    const whole = await mine("GET", path);
    expect([whole.status, whole.body]).toEqual([200, table.toString()]);
    expect(whole.headers.get("content-disposition")).toBe('attachment; filename="cap table.csv"');
    expect(whole.headers.get("cache-control")).toBe("private, no-store");
    now = new Date("2026-01-13T13:00:00Z");
    const part = await mine("GET", path, undefined, { range: "bytes=0-5" });
    expect([part.status, part.body]).toEqual([206, "holder"]);
    expect(await openingsOf(jonas.record_id)).toMatchObject([{ downloaded_at: noon }]);
  });

  it("returns 404 for a PDF, though its row says that it may be downloaded", async () => {
    const pdf = await buildDeal(club.db, {
      at: released,
      author_id: owen.id,
      documents: [{ ...deckGiven(), is_downloadable: true }],
    });
    const path = pathOf(pdf.documents[0]?.id ?? "", pdf.id);
    const { body } = await mine("POST", `${path}/openings`);
    expect(body.is_downloadable).toBe(false);
    expect((await mine("GET", `${path}/file?opening=${body.opening_id}`)).status).toBe(404);
  });

  it("returns 404 where the deal does not allow the download, and for another member's opening", async () => {
    const kept = await buildDeal(club.db, {
      at: released,
      author_id: owen.id,
      documents: [{ title: "Cap table", media_type: "text/csv", content: table }],
    });
    const path = pathOf(kept.documents[0]?.id ?? "", kept.id);
    const { body } = await mine("POST", `${path}/openings`);
    expect((await mine("GET", `${path}/file?opening=${body.opening_id}`)).status).toBe(404);
    const [, hers] = await investor("Ana Ruiz");
    expect((await hers("GET", `${pathOf(capTable)}/file?opening=${await opened(capTable)}`)).status).toBe(404);
  });

  it("records nothing for HEAD", async () => {
    const path = `${pathOf(capTable)}/file?opening=${await opened(capTable)}`;
    const { status, headers } = await mine("HEAD", path);
    expect([status, headers.get("content-length")]).toEqual([200, String(table.length)]);
    expect(await openingsOf(jonas.record_id)).toMatchObject([{ downloaded_at: null }]);
  });
});

describe("GET /open-deals/{id}/openings", () => {
  it("lists the member's own openings, newest first, and no other member's", async () => {
    const [, hers] = await investor("Ana Ruiz");
    await opened(deck, hers);
    const opening = await opened();
    await mine("GET", `${pathOf(deck)}/pages/2?opening=${opening}`);
    now = new Date("2026-01-13T12:05:00Z");
    await opened(capTable);
    const { body } = await mine("GET", `/api/open-deals/${deal.id}/openings`);
    expect(body).toEqual({
      items: [
        { document_id: capTable, opened_at: "2026-01-13T12:05:00.000Z", pages: [], downloaded_at: null },
        { document_id: deck, opened_at: "2026-01-13T12:00:00.000Z", pages: [2], downloaded_at: null },
      ],
    });
  });

  it("lists what was opened of an earlier version too", async () => {
    await opened();
    await freezeAnother([]);
    const { body } = await mine("GET", `/api/open-deals/${deal.id}/openings`);
    expect(body.items).toMatchObject([{ document_id: deck }]);
  });
});

describe("The gate, asked at every door of a room", () => {
  const doors = (opening: string, fileOpening: string) =>
    [
      ["POST", `${pathOf(deck)}/openings`],
      ["GET", `${pathOf(deck)}/pages/1?opening=${opening}`],
      ["HEAD", `${pathOf(deck)}/pages/1?opening=${opening}`],
      ["GET", `${pathOf(deck)}/pages/1/text?opening=${opening}`],
      ["GET", `${pathOf(capTable)}/file?opening=${fileOpening}`],
      ["GET", `${pathOf(capTable)}/file?opening=${fileOpening}`, { range: "bytes=0-5" }],
      ["GET", `/api/open-deals/${deal.id}/openings`],
    ] as const;

  async function knock(opening: string, fileOpening: string) {
    const answers = doors(opening, fileOpening).map(([method, path, headers]) =>
      mine(method, path, undefined, headers),
    );
    return (await Promise.all(answers)).map(({ status, body }) => body.code ?? status);
  }

  it("The doors of a room open on a statement's last day until midnight in London, and not on day 366", async () => {
    now = new Date("2027-01-10T23:59:59Z");
    const openings = [await opened(), await opened(capTable)] as const;
    expect(await knock(...openings)).toEqual([201, 200, 200, 200, 200, 206, 200]);
    now = new Date("2027-01-11T00:00:00Z");
    const expired = "statement_expired";
    expect(await knock(...openings)).toEqual([expired, expired, 403, expired, expired, expired, expired]);
  });

  it("The kill switch closes the doors of a room, and opens them again", async () => {
    const openings = [await opened(), await opened(capTable)] as const;
    await setDeals(club.db, { kill_switch: true });
    const off = "deals_disabled";
    expect(await knock(...openings)).toEqual([off, off, 403, off, off, off, off]);
    await setDeals(club.db);
    expect(await knock(...openings)).toEqual([201, 200, 200, 200, 200, 206, 200]);
  });
});
