import { createHash } from "node:crypto";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { textDocument } from "#server/platform/pdf/text-document.ts";
import { asFirstDrawn } from "#tests/support/first-drawing.ts";
import { readPdf } from "#tests/support/read-pdf.ts";
import { readTags } from "#tests/support/read-tags.ts";
import { drawAgain, saysTheSame } from "./make-papers.ts";
import { beneficialCertificate, type HoldingFacts } from "./paper-texts.ts";

const builtRoot = join(process.cwd(), "dist");
const deal = {
  company_name: "Alder Analytics",
  company_number: "12345678",
  deal_name: "Seed round",
  nominee: "Harbour Nominees",
  issued_on: "2027-02-02",
  ledger_number: 26,
  ledger_sha256: "a".repeat(64),
};
const holding: HoldingFacts = {
  legal_name: "Jonas Weber",
  email: null,
  address: "1 Quay Street, Bristol",
  member: 9,
  shares: 6879,
  share_class: "Ordinary",
  price: "1.24",
  cost_pence: 852_996,
  fee_pence: 0,
  certificate_number: "A7F-009",
};
const documentOf = (changes: Partial<HoldingFacts> = {}) => {
  const { dated_on: _dated, ...text } = beneficialCertificate(
    deal,
    { ...holding, ...changes },
    { club: { operator: "Kindling Club Ltd", company_number: "01234567" }, madeOn: "2027-02-03" },
  );
  return { ...text, author: "Kindling", createdAt: new Date("2027-02-03T12:00:00Z") };
};

/** Of the first drawing, as it was kept. */
async function kept(changes?: Partial<HoldingFacts>) {
  const content = await asFirstDrawn(await textDocument(documentOf(changes), builtRoot));
  return { content, sha256: createHash("sha256").update(content).digest("hex") };
}
const now = { day: "2027-03-01", builtRoot };
const noteOf = (sha256: string) =>
  `This file was drawn again on 1 March 2027, as some programs showed the first one as an empty page. The club keeps the first one, SHA-256 ${sha256}.`;

describe("A paper of the first drawing", () => {
  it("A paper of the first drawing cannot be read by a strict program", async () => {
    await expect(readPdf((await kept()).content)).rejects.toThrow("MuPDF");
  });

  it("A paper of the first drawing is drawn again with the same words, and says so", async () => {
    const before = await kept();
    const { content, is_redrawn } = await drawAgain(before, documentOf(), now);
    const { text } = await readPdf(content);
    expect(is_redrawn).toBe(true);
    expect(text).toContain("as nominee on a bare trust for Jonas Weber.");
    // A sum is wider than a line.
    expect(text.replaceAll(" ", "")).toContain(noteOf(before.sha256).replaceAll(" ", ""));
    expect(await readTags(content)).toMatchObject({ untagged: "", unmatched: [] });
  });

  it("A paper drawn again has the letters of a name that were question marks", async () => {
    const { content, is_redrawn } = await drawAgain(
      await kept({ legal_name: "???" }),
      documentOf({ legal_name: "王小明" }),
      now,
    );
    const { text } = await readPdf(content);
    expect([is_redrawn, text.includes("belong to 王小明 alone"), text.includes("?")]).toEqual([true, true, false]);
  });

  it("A paper whose record has changed since keeps its words, and only its syntax is mended", async () => {
    const before = await kept();
    const { content, is_redrawn } = await drawAgain(before, documentOf({ address: "2 New Road, Leeds" }), now);
    const { text } = await readPdf(content);
    expect(is_redrawn).toBe(false);
    expect(text).toContain("1 Quay Street, Bristol");
    expect(text).not.toContain("Leeds");
    // A sum is wider than a line.
    expect(text.replaceAll(" ", "")).toContain(noteOf(before.sha256).replaceAll(" ", ""));
    expect((await readTags(content)).unmatched).toEqual([]);
  });

  it("A paper that was drawn again before is compared without its note", async () => {
    const { content } = await drawAgain(await kept(), documentOf(), now);
    const sha256 = createHash("sha256").update(content).digest("hex");
    const { is_redrawn } = await drawAgain({ content, sha256 }, documentOf(), now);
    expect(is_redrawn).toBe(true);
  });
});

it.each([
  ["for???.They", "for王小明.They", true],
  ["for???", "for王小明", true],
  ["???", "王小明", true],
  ["Why?", "Why?", true],
  ["a?b?c", "a王b明c", true],
  ["a?b?c", "a王b明d", false],
  ["for???.They", "for.They", false],
  ["forJonas", "forJona", false],
  ["a?ab", "a王ab", true],
  ["a?b", "xa王b", false],
])("The texts %s and %s say the same: %s", (before, after, isSame) => {
  expect(saysTheSame(before, after)).toBe(isSame);
});
