import { expect, it } from "vitest";
import { createApi } from "#server/api.ts";
import { updateLink } from "#server/features/company-updates/update-links.ts";
import { dealJobs } from "#server/features/deals/jobs.ts";
import { declaredIn, nameOfRoute } from "#server/route.ts";
import { buildEnquiry } from "#server/sample/build-deal.ts";
import { buildAdmin, buildContent } from "#server/sample/builders.ts";
import { callCompanyBack, completeDeal, fileForCompletion } from "./support/complete-deal.ts";
import { buildPaidAlder } from "./support/paid-alder.ts";
import { goodPdf, halfReadablePdf, lockedPdf } from "./support/raw-pdf.ts";
import { pdfOf, pngOf, scannedPdf } from "./support/room-files.ts";
import { setDeals } from "./support/set-deals.ts";
import { openTestApp } from "./support/test-app.ts";

/** A process is started for each upload, from its source. */
const workerTimeoutMs = 240_000;

const now = new Date("2027-02-03T12:00:00Z");
const club = await openTestApp({ now: () => now, hasLastingSessions: true });
const admin = await club.as(await buildAdmin(club.db));
const second = await club.as(await buildAdmin(club.db));
await setDeals(club.db);

const pdf = "application/pdf";
const picture = "image/png";
const csv = "text/csv";
const routesThatTake = (type: string): string[] =>
  declaredIn(createApi())
    .filter(({ upload }) => upload && [upload].flat().includes(type))
    .map(nameOfRoute);

interface Upload {
  /** Made anew for each file: some take one alone. */
  path: () => Promise<string>;
  headers?: () => Promise<Record<string, string>>;
}
const { id: deal, company_id: company } = await buildPaidAlder(club.db, { code: "2AY" });
await callCompanyBack(club, deal, admin);
await fileForCompletion(deal, admin);
await completeDeal(club, deal, admin);

/** Of each route that takes files, where there is something for it to belong to. */
const uploads: Record<string, Upload> = {
  "POST /companies/{id}/logo": { path: async () => `/companies/${company}/logo` },
  "POST /companies/{id}/update-letters": {
    path: async () => `/companies/${company}/update-letters?file_name=a.pdf`,
  },
  "POST /company-update-links/letter": {
    path: async () => "/company-update-links/letter?file_name=a.pdf",
    headers: async () => ({ "x-link-token": await updateToken() }),
  },
  "POST /deals/{id}/documents": {
    path: async () =>
      `/deals/${(await buildEnquiry(club.db, { state: "preparing" })).id}/documents?title=A&file_name=a`,
  },
  "POST /deals/{id}/papers": {
    path: async () => `/deals/${deal}/papers?kind=company_certificate&file_name=a.pdf`,
  },
  "POST /deals/{id}/relief-certificates": { path: async () => `/deals/${deal}/relief-certificates?file_name=a.pdf` },
  "POST /files": {
    path: async () => `/files?content_id=${(await buildContent(club.db, { kind: "company" })).id}&name=a`,
  },
  "POST /pictures": { path: async () => "/pictures" },
  "POST /settings/brand/files": { path: async () => "/settings/brand/files?role=logo" },
  "POST /share-actions/{id}/evidence": {
    path: () =>
      waiting("share-actions", { new_shares: 10, old_shares: 1, effective_on: "2027-02-03", source: "SH02." }),
  },
  "POST /valuations/{id}/evidence": {
    path: () => waiting("valuations", { basis: "nil", as_of: "2027-02-03", source: "The liquidator's letter." }),
  },
};

/** Evidence is given once, while what it shows waits; a company has one that waits. */
async function waiting(what: "share-actions" | "valuations", input: object): Promise<string> {
  const before = proposed.get(what);
  if (before) await second("POST", `/api/${what}/${before}/refuse`, { reason: "Another one is proposed." });
  const { status, body } = await admin("POST", `/api/companies/${company}/${what}`, input);
  expect([status, body.detail]).toEqual([201, undefined]);
  proposed.set(what, body.id);
  return `/${what}/${body.id}/evidence?file_name=a.pdf`;
}
const proposed = new Map<string, string>();

async function updateToken(): Promise<string> {
  await club.db.deleteFrom("company_update_letters").execute();
  await club.db.deleteFrom("company_update_requests").execute();
  const { id } = await club.db
    .insertInto("company_update_requests")
    .values({ company_id: company, quarter: "2026-Q4", expires_at: new Date("2030-01-01") })
    .returning("id")
    .executeTakeFirstOrThrow();
  const link = updateLink("https://club.example", club.keys.companyUpdateLinks, id);
  return new URLSearchParams(link.split("?")[1]).get("token") ?? "";
}

async function send(name: string, content: Uint8Array, type: string) {
  const { path, headers } = uploads[name] ?? {};
  if (!path) throw new Error(`${name} is not in the table`);
  const call = name.includes("company-update-links") ? club.visitor : admin;
  const given = { "content-type": type, ...(await headers?.()) };
  const { status, body } = await call("POST", `/api${await path()}`, content, given);
  if (name !== "POST /deals/{id}/documents") return `${status} ${status < 300 ? "" : body.detail}`.trim();
  // A room takes the file at once, and says later whether it opens.
  if (status !== 201) return `${status} ${body.detail}`;
  await dealJobs["deal-documents"].run(club, { document_id: body.id });
  const { state, refusal } = await club.db
    .selectFrom("deal_documents")
    .select(["state", "refusal"])
    .where("id", "=", body.id)
    .executeTakeFirstOrThrow();
  return [state, refusal].filter(Boolean).join(" ");
}

const refusals = {
  damaged: "It cannot be opened. Save it again in the program it was made with, and add the new file.",
  locked: "It is locked with a password. Take the password off, and add it again.",
};

it.each(routesThatTake(pdf))(
  "The route %s refuses a damaged or locked PDF with the reason, and accepts one that opens and a scan",
  async (name) => {
    const isRoom = name === "POST /deals/{id}/documents";
    const taken = isRoom ? "ready" : "201";
    const said = (refusal: keyof typeof refusals, state: string) =>
      isRoom ? `refused ${state}` : `422 ${refusals[refusal]}`;
    const damaged = Buffer.from(await pdfOf(1)).subarray(0, 300);
    expect({
      damaged: await send(name, damaged, pdf),
      locked: await send(name, lockedPdf, pdf),
      // A room shows the pages that can be read, and names the others.
      half: isRoom ? "" : await send(name, halfReadablePdf, pdf),
      good: await send(name, goodPdf(name), pdf),
      scan: await send(name, await scannedPdf(), pdf),
    }).toEqual({
      damaged: said("damaged", "unreadable"),
      locked: said("locked", "locked"),
      half: isRoom ? "" : `422 ${refusals.damaged}`,
      good: taken,
      scan: taken,
    });
    const unused = club.db.selectFrom("files").select("kind").where("state", "<>", "attached");
    expect(await unused.execute()).toEqual([]);
  },
  workerTimeoutMs,
);

it.each(routesThatTake(picture))(
  "The route %s refuses a picture that is damaged, and accepts one that opens",
  async (name) => {
    const good = await pngOf(400, 400);
    expect(await send(name, good.subarray(0, 60), picture)).toMatch(/^422 .*picture|^refused unreadable$/);
    expect(await send(name, good, picture)).toMatch(/^20[01]$|^ready$/);
  },
  workerTimeoutMs,
);

// Imports of bank files and of holdings read the table itself: their own tests have its encodings.
it("Tables are accepted by these routes alone", () => {
  expect(routesThatTake(csv).toSorted()).toEqual([
    ...["POST /deals/{id}/bank-files", "POST /deals/{id}/bank-files/preview", "POST /deals/{id}/documents"],
    ...["POST /files", "POST /holding-imports", "POST /holding-imports/preview"],
  ]);
});

it.each(routesThatTake(csv).filter((name) => name in uploads))(
  "The route %s accepts a table in every encoding of Excel, and refuses a binary one with what to do",
  async (name) => {
    const table = "Name;Price\r\nZoë;£0.6667\r\n";
    for (const content of [
      Buffer.from(table),
      Buffer.from(table, "latin1"),
      Buffer.from(`\uFEFF${table}`, "utf16le"),
      Buffer.from(`\uFEFF${table}`, "utf16le").swap16(),
    ])
      expect(await send(name, content, csv)).toMatch(/^201$|^ready$/);
    await expect(send(name, Buffer.from(`${table}\0`), csv)).resolves.toContain("save it as CSV UTF-8");
  },
  workerTimeoutMs,
);
