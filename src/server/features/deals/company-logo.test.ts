import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { buildDeal, buildEnquiry } from "#server/sample/build-deal.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin, buildFile } from "#server/sample/builders.ts";
import { checklistItems } from "#shared/deals/deal-messages.ts";
import { approveVersion } from "#tests/support/past-the-lists.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { openTestApp } from "#tests/support/test-app.ts";

const club = await openTestApp();
const call = await club.as(await buildAdmin(club.db));
const investor = await club.as(await buildInvestor(club.db));
beforeEach(() => setDeals(club.db));

const picture = (background: string) =>
  sharp({ create: { width: 900, height: 300, channels: 3, background } })
    .png()
    .toBuffer();
const upload = async (id: string, content: Buffer | string, type = "image/png") =>
  call("POST", `/api/companies/${id}/logo`, content, { "content-type": type });
const kindsOf = async (id: string) => (await club.auditOf(id, "kind")).map(({ kind }) => kind);
const openedCompany = async (id: string) => {
  const { versions } = (await call("GET", `/api/deals/${id}`)).body;
  return (await call("GET", `/api/deals/${id}/versions/${versions[0].id}`)).body.content.company;
};

describe("POST /companies/{id}/logo", () => {
  it("stores a picture as a small WebP, in place of the one before, and audits it", async () => {
    const { company_id } = await buildEnquiry(club.db);
    const first = await upload(company_id, await picture("red"));
    const { status, body } = await upload(company_id, await picture("green"));
    expect([first.status, status]).toEqual([200, 200]);
    expect(body.logo.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(body.logo.file_id).not.toBe(first.body.logo.file_id);
    const read = await call("GET", `/api/companies/${company_id}/logo`);
    expect([read.status, read.headers.get("content-type"), read.headers.get("cache-control")]).toEqual([
      200,
      "image/webp",
      "private, no-store",
    ]);
    expect(await kindsOf(company_id)).toEqual(["company_logo_uploaded", "company_logo_uploaded"]);
    const files = club.db.selectFrom("files").select("id").where("state", "<>", "attached");
    expect(await files.execute()).toEqual([]);
  });
  it("refuses a file that is no PNG, JPEG or WebP, and more than a megabyte", async () => {
    const { company_id } = await buildEnquiry(club.db);
    const gif = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
      .gif()
      .toBuffer();
    for (const content of [gif, Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")]) {
      const { status, body } = await upload(company_id, content);
      expect([status, body.errors]).toEqual([
        422,
        [{ path: "body", message: "This file is not a picture we can read. Please choose a PNG, JPEG or WebP." }],
      ]);
    }
    const large = await upload(company_id, Buffer.alloc(1024 * 1024 + 1));
    expect([large.status, large.body.detail]).toEqual([
      413,
      "This logo is larger than 1 MB. Please choose a smaller one.",
    ]);
    expect((await call("GET", `/api/companies/${company_id}/logo`)).status).toBe(404);
  });
});

describe("DELETE /companies/{id}/logo", () => {
  it("removes the logo once, and leaves it in the version that has it", async () => {
    const logo = await buildFile(club.db, null, { kind: "company_logo" });
    const { id, company_id } = await buildDeal(club.db, { logo });
    for (const _ of [1, 2]) {
      const { status, body } = await call("DELETE", `/api/companies/${company_id}/logo`);
      expect([status, body.logo]).toEqual([200, null]);
    }
    expect(await kindsOf(company_id)).toEqual(["company_logo_removed"]);
    expect((await openedCompany(id)).logo.file_id).toBe(logo.id);
    expect((await investor("GET", `/api/open-deals/${id}/logo`)).status).toBe(200);
  });
});

describe("GET /open-deals/{id}/logo", () => {
  it("sends the logo of the version that counts, not a newer one of the company", async () => {
    const logo = await buildFile(club.db, null, { kind: "company_logo" });
    const { id, company_id } = await buildDeal(club.db, { logo });
    const { body: company } = await upload(company_id, await picture("blue"));
    const before = await investor("GET", `/api/open-deals/${id}/logo`);
    expect([before.status, before.body, before.headers.get("cache-control")]).toEqual([
      200,
      "picture",
      "private, no-store",
    ]);
    expect(before.headers.get("etag")).toBe(`"${logo.sha256}"`);

    const checklist = [...checklistItems];
    expect((await call("POST", `/api/deals/${id}/versions`, { checklist })).status).toBe(201);
    expect((await openedCompany(id)).logo).toEqual(company.logo);
    expect((await investor("GET", `/api/open-deals/${id}/logo`)).headers.get("etag")).toBe(`"${logo.sha256}"`);
    await approveVersion(club, id);
    const after = await investor("GET", `/api/open-deals/${id}/logo`);
    expect(after.headers.get("etag")).toBe(`"${company.logo.sha256}"`);
  });
  it("returns 404 where the version has no logo and for a deal that is not shown, and 403 once deals are stopped", async () => {
    const bare = await buildDeal(club.db);
    expect((await investor("GET", `/api/open-deals/${bare.id}/logo`)).status).toBe(404);
    const file = () => buildFile(club.db, null, { kind: "company_logo" });
    const prepared = await buildDeal(club.db, { state: "approved", logo: await file() });
    expect((await investor("GET", `/api/open-deals/${prepared.id}/logo`)).status).toBe(404);
    const { id } = await buildDeal(club.db, { logo: await file() });
    await setDeals(club.db, { kill_switch: true });
    const { status, body } = await investor("GET", `/api/open-deals/${id}/logo`);
    expect([status, body.code]).toEqual([403, "deals_disabled"]);
  });
});
