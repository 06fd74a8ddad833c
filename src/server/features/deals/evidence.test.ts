import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin } from "#server/sample/builders.ts";
import { buildCall, buildQuestion } from "#server/sample/sample-questions.ts";
import { buildDocument } from "#server/sample/sample-room.ts";
import { checklistItems } from "#shared/deals/deal-messages.ts";
import { approveVersion } from "#tests/support/past-the-lists.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { openTestApp } from "#tests/support/test-app.ts";
import { unzip } from "#tests/support/unzip.ts";

const club = await openTestApp();
const owen = await buildAdmin(club.db, { full_name: "Owen Pryce" });
await setDeals(club.db);

async function pack(id: string): Promise<Map<string, Buffer>> {
  const headers = { cookie: await club.cookieOf(owen), origin: club.appUrl };
  const answer = await club.fetch(new Request(`${club.appUrl}/api/deals/${id}/evidence`, { method: "POST", headers }));
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
  expect(answer.headers.get("content-disposition")).toMatch(
    /^attachment; filename="kindling-evidence-[\d-]{10}\.zip"$/,
  );
  return unzip(Buffer.from(await answer.arrayBuffer()));
}

describe("POST /deals/{id}/evidence", () => {
  it("packs what was shown of one deal, byte for byte, with who saw it under which statement", async () => {
    const { db } = club;
    const deal = await buildDeal(db, { author_id: owen.id, company: { name: "Alder Analytics" } });
    const other = await buildDeal(db, { author_id: owen.id, company: { name: "Birch Systems" } });
    const content = Buffer.from("share,holder\r\n10,Ruth");
    const name = "../cap table.csv";
    const file = { title: "Cap table", file_name: name, content, media_type: "text/csv", is_downloadable: true };
    const document = await buildDocument(db, deal.id, file);
    await buildDocument(db, deal.id, {
      title: "Never shown",
      content: Buffer.from("%PDF-1.7 draft"),
      removed_at: new Date(),
    });
    const admin = await club.as(owen);
    const { body } = await admin("POST", `/api/deals/${deal.id}/versions`, { checklist: checklistItems });
    await approveVersion(club, deal.id);
    const mina = await buildInvestor(db, { full_name: "Mina Castell" });
    const mine = await club.as(mina);
    expect((await mine("GET", `/api/open-deals/${deal.id}`)).status).toBe(200);
    await mine("GET", `/api/open-deals/${other.id}`);
    await mine("POST", `/api/open-deals/${deal.id}/documents/${document.id}/openings`);
    await buildQuestion(db, { deal_id: deal.id, record_id: mina.record_id, question: "Who holds the patent?" });
    const starts_at = new Date(Date.now() + 24 * 60 * 60 * 1000);
    await buildCall(db, { deal_id: deal.id, starts_at, requests: [{ record_id: mina.record_id }] });

    const files = await pack(deal.id);
    const text = (file: string) => files.get(file)?.toString("utf8") ?? "";
    const rows = (file: string) => text(file).trim().split("\r\n").slice(1);
    const shown = body.versions[0];
    const page = files.get("versions/2.html") ?? Buffer.from("");
    expect(createHash("sha256").update(page).digest("hex")).toBe(shown.page_sha256);
    expect(text("versions.csv")).toContain(`${shown.page_sha256},${document.sha256},${shown.id}`);
    const documents = [...files.keys()].filter((file) => file.startsWith("documents/"));
    expect(documents).toEqual([`documents/${document.id}-v1-.._cap table.csv`]);
    expect(files.get(documents[0] ?? "")).toEqual(content);
    expect(rows("documents.csv")).toHaveLength(2);
    expect(rows("shown.csv").map((row) => row.split(",")[4])).toEqual(["document", "page"]);
    expect(rows("shown.csv").join()).toContain("Mina Castell");
    expect(rows("openings.csv")).toHaveLength(1);
    expect(rows("statements.csv")).toHaveLength(1);
    expect(rows("questions.csv").join()).toContain("Who holds the patent?");
    expect(rows("calls.csv").join()).toContain("Mina Castell");
    const moves = rows("moves.csv").map((row) => row.split(",").slice(1, 4));
    expect(moves[0]).toEqual(["approved", "released", "The clock"]);
    expect(moves.at(-1)).toEqual(["", "enquiry", ""]);
    expect([...files.values()].join()).not.toContain("Birch Systems");
    const described = [...text("READ ME.txt").matchAll(/^(\w+\.csv)/gm)].map(([file]) => file);
    expect(described.toSorted()).toEqual([...files.keys()].filter((file) => /^\w+\.csv$/.test(file)).toSorted());
    const packed = await db
      .selectFrom("audit_events")
      .select("actor_id")
      .where("kind", "=", "deal_evidence_packed")
      .execute();
    expect(packed).toEqual([{ actor_id: owen.id }]);
  });

  it("breaks off where a document cannot be read, and the server goes on", async () => {
    const { db } = club;
    const deal = await buildDeal(db, { author_id: owen.id });
    const document = await buildDocument(db, deal.id, { content: Buffer.from("%PDF-1.7 lost") });
    const admin = await club.as(owen);
    expect((await admin("POST", `/api/deals/${deal.id}/versions`, { checklist: checklistItems })).status).toBe(201);
    const file = db.selectFrom("deal_documents").select("file_id").where("id", "=", document.id);
    await db.deleteFrom("file_chunks").where("file_id", "in", file).execute();
    await expect(pack(deal.id)).rejects.toThrow();
    expect((await admin("GET", `/api/deals/${deal.id}`)).status).toBe(200);
  });

  it("returns 405 to a GET", async () => {
    const { id } = await buildDeal(club.db);
    expect((await (await club.as(owen))("GET", `/api/deals/${id}/evidence`)).status).toBe(405);
  });
});
