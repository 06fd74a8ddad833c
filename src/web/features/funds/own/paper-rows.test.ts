import { describe, expect, it } from "vitest";
import type { OwnPapers } from "../own-funds-queries.ts";
import { areBeingMade, paperRows } from "../own-papers.tsx";

const commitment_id = "0190a0a0-0000-7000-8000-00000000000a";
const other_id = "0190a0a0-0000-7000-8000-00000000000b";
const deal_id = "0190a0a0-0000-7000-8000-000000000009";

const paper = (kind: OwnPapers["items"][number]["kind"], of = commitment_id): OwnPapers["items"][number] => ({
  id: `${kind} of ${of}`,
  kind,
  dated_on: "2027-02-03",
  bytes: 1,
  sha256: "a".repeat(64),
  deal_id,
  commitment_id: of,
  company_name: "Alder Analytics",
  deal_name: "Seed round 2027",
  scheme: null,
  created_at: "2027-02-03T12:00:00.000Z",
});
const awaitedOf = (of: string) => [
  { commitment_id: of, deal_id, scheme: "SEIS" as const, expected_from: "2027-08", withdrawn: null },
];
const words = (papers: OwnPapers) =>
  paperRows(papers, commitment_id).map(({ kind, paper: found, waits }) => `${kind}: ${found?.id ?? waits}`);

describe("The rows of a member's papers", () => {
  it("A withdrawn certificate's row tells when and why it was withdrawn", () => {
    const withdrawn = { withdrawn_at: "2027-08-12T12:00:00.000Z", reason: "It was of another company." };
    const awaited = awaitedOf(commitment_id).map((paper) => ({ ...paper, withdrawn }));
    expect(words({ items: [], awaited })).toContain(
      "relief_certificate: The club withdrew the certificate on 12 August 2027. The reason: It was of another company.",
    );
  });

  it("Each paper that is still to come tells what it waits for", () => {
    expect(words({ items: [], awaited: awaitedOf(commitment_id) })).toEqual([
      "beneficial_certificate: It is being made, and is here in a moment.",
      "company_certificate: The company is still to send it.",
      "relief_certificate: Expected from August 2027",
      "signed_commitment: It is being made, and is here in a moment.",
      "ledger: It is being made, and is here in a moment.",
    ]);
  });

  it("No share certificate is waited for once nothing is left of the shares", () => {
    const row = paperRows({ items: [], awaited: [] }, commitment_id, false)[1];
    expect([row?.waits, row?.isOver]).toEqual(["It did not come while you held the shares.", true]);
  });

  it("The rows of papers are of one commitment alone, in their order", () => {
    const items = [
      paper("relief_certificate"),
      paper("ledger"),
      paper("company_certificate"),
      paper("signed_commitment"),
      paper("beneficial_certificate", other_id),
      paper("beneficial_certificate"),
    ];
    expect(words({ items, awaited: [] })).toEqual([
      `beneficial_certificate: beneficial_certificate of ${commitment_id}`,
      `company_certificate: company_certificate of ${commitment_id}`,
      `relief_certificate: relief_certificate of ${commitment_id}`,
      `signed_commitment: signed_commitment of ${commitment_id}`,
      `ledger: ledger of ${commitment_id}`,
    ]);
  });

  it("Papers are being made until the last one is here, whatever others have to send", () => {
    const made = (["beneficial_certificate", "ledger"] as const).map((kind) => paper(kind));
    const areMade = (items: OwnPapers["items"]) =>
      !areBeingMade(paperRows({ items, awaited: awaitedOf(commitment_id) }, commitment_id));
    expect(areMade(made)).toBe(false);
    expect(areMade([...made, paper("signed_commitment")])).toBe(true);
  });

  it("A commitment without relief has no row for a relief certificate", () => {
    expect(words({ items: [], awaited: awaitedOf(other_id) }).join()).not.toContain("relief");
  });
});
