import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin, giveAdminRole, type Person, takeAdminRole } from "#server/sample/builders.ts";
import { adminPaths } from "#shared/admin-paths.ts";
import type { BankLine, LedgerTransaction } from "#shared/funds/funds.ts";
import { buildCalledRound, type CalledRound } from "#tests/support/alder-round.ts";
import { buildBankLine } from "#tests/support/build-allocated-deal.ts";
import { meetAtRow } from "#tests/support/held-row.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { readIntoDeal } from "#tests/support/read-into-deal.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { openTestApp } from "#tests/support/test-app.ts";
import { ledgerJobs } from "../ledger/jobs.ts";

const unknownId = "018f0000-0000-7000-8000-000000000000";
const codes = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
let now = new Date();
let round: CalledRound;
let rounds = 0;

const club = await openTestApp({ now: () => now, hasLastingSessions: true });
const owen = await buildAdmin(club.db, { full_name: "Owen Pryce" });
const admin = await club.as(owen);
const second = await club.as(await buildAdmin(club.db, { full_name: "Ada Finch" }));
await setDeals(club.db);

/** The round of the worked example, of which the bank has so many lines; none is booked. */
async function begin(lines = 0): Promise<void> {
  now = new Date("2027-01-27T10:05:00Z");
  rounds += 1;
  round = await buildCalledRound(club.db, `${codes[rounds % 30]}${codes[Math.floor(rounds / 30)]}7`);
  const given = { dealId: round.deal.id, adminId: owen.id, at: now };
  if (lines > 0) await readIntoDeal(club, { ...given, text: round.fileUpTo(lines) });
}
const path = () => `/api/deals/${round.deal.id}`;
const csv = { "content-type": "text/csv" };
const upload = (text: string | Uint8Array, by = admin) => by("POST", `${path()}/bank-files?name=a.csv`, text, csv);
const preview = (text: string | Uint8Array) => admin("POST", `${path()}/bank-files/preview`, text, csv);
/** A file of the last lines of this deal, after `balance`. */
const later = (rows: [payer: string, reference: string, pence: number][], balance: number) => {
  let pence = balance;
  const lines = rows.map(([payer, reference, amount]) => {
    pence += amount;
    return `27/01/2027,${payer},${reference},FASTER PAYMENT,${(amount / 100).toFixed(2)},${(pence / 100).toFixed(2)}`;
  });
  return `Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP)\n${lines.join("\n")}\n`;
};
const openLines = async (): Promise<BankLine[]> => (await admin("GET", `${path()}/bank-lines`)).body.items;
const lineOf = async (payer: string): Promise<BankLine> => {
  const found = (await openLines()).find((line) => line.payer === payer);
  if (!found) throw new Error(`No open line of ${payer}`);
  return found;
};
/** Booked or not. */
const countLines = async () => {
  const rows = await club.db.selectFrom("bank_lines").select("id").where("deal_id", "=", round.deal.id).execute();
  return rows.length;
};
const confirm = (ids: string[], by = admin) => by("POST", "/api/bank-lines/confirm", { ids });
const match = (id: string, parts: object[], by = admin) =>
  by("POST", `/api/bank-lines/${id}/match`, { parts, reason: "As they said." });
const unmatch = (id: string, match_id: string) =>
  admin("POST", `/api/bank-lines/${id}/unmatch`, { match_id, reason: "A mistake." });
const receipt = (number: number, amount_pence: number) => ({
  kind: "receipt",
  commitment_id: round.memberOf(number).commitment_id,
  amount_pence,
});
const memberRow = async (number: number) =>
  (await admin("GET", `${path()}/closing/members`)).body.items.find((row: { number: number }) => row.number === number);
const closing = async () => (await admin("GET", `${path()}/closing`)).body;
const transactions = async (): Promise<LedgerTransaction[]> =>
  (await admin("GET", `${path()}/ledger?limit=500`)).body.items;
const stateOf = async (number: number) => (await memberRow(number)).state;
const auditOf = async (kind: string, subjectId = round.deal.id) =>
  (await club.auditOf(subjectId, "kind", "actor_id", "details")).filter((row) => row.kind === kind);
const sureIds = async () => (await openLines()).flatMap(({ id, grade }) => (grade === "sure" ? [id] : []));
/** Nothing that is owed is below nothing, and all entries are zero together. */
async function expectSound(): Promise<void> {
  const { rows } = await sql<{ account: string; pence: number }>`
    select account, sum(amount_pence) as pence from ledger_entries where deal_id = ${round.deal.id}
     group by account, commitment_id
    having (account in ('1100') and sum(amount_pence) < 0) or (account in ('2000', '2200', '2300') and sum(amount_pence) > 0)`.execute(
    club.db,
  );
  expect(rows).toEqual([]);
  expect(await closing()).toMatchObject({ ledger_sum_pence: 0, difference_pence: 0 });
}

describe("POST /deals/{id}/bank-files", () => {
  beforeEach(() => begin());
  it("adds only new lines, of files that overlap", async () => {
    expect((await upload(round.fileUpTo(4))).body).toMatchObject({ lines: 4, new_lines: 4 });
    expect((await upload(round.fileUpTo(9))).body).toMatchObject({ lines: 9, new_lines: 5 });
    // Other bytes, and nothing new.
    expect((await upload(round.fileUpTo(9).replaceAll("\n", "\r\n"))).body).toMatchObject({ new_lines: 0 });
    const { body } = await admin("GET", `${path()}/bank-files`);
    expect(body.items.map(({ new_lines }: { new_lines: number }) => new_lines)).toEqual([0, 5, 4]);
    expect(await countLines()).toBe(9);
  });
  it("adds a payment once, whichever formats its files have and however they overlap", async () => {
    await begin(2);
    const known = await openLines();
    const ofOfx = (payments: [day: string, pence: number, text: string][]) => {
      const lines = payments.map(
        ([day, pence, text], place) =>
          `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>${day.replaceAll("-", "")}<TRNAMT>${(pence / 100).toFixed(2)}<FITID>${day}-${place}<NAME>${text}</STMTTRN>`,
      );
      return `OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>GBP<BANKTRANLIST>${lines.join("")}</BANKTRANLIST></STMTRS></OFX>`;
    };
    const both = known.map(({ booked_on, amount_pence, payer, reference }): [string, number, string] => [
      ...([booked_on, amount_pence, `FROM ${payer.slice(0, 5)} ${reference} FPI`] as const),
    ]);
    const third: [string, number, string] = ["2027-01-27", known[0]?.amount_pence ?? 0, "R. Vale twice"];
    const newLines = async (text: string) => (await upload(text)).body.new_lines;
    expect(await newLines(ofOfx(both))).toBe(0);
    expect(await newLines(ofOfx([...both, third]))).toBe(1);
    expect(await newLines(ofOfx([...both, third, third]))).toBe(1);
    const balance = known.reduce((sum, { amount_pence }) => sum + amount_pence, 0);
    expect(
      await newLines(
        later(
          [
            ["Rowan Vale", "", third[1]],
            ["Rowan Vale", "", third[1]],
          ],
          balance,
        ),
      ),
    ).toBe(0);
    expect(await countLines()).toBe(4);
  });

  describe("with a payment of the same day and amount that another kind of file brought", () => {
    const ofBarclays = (...memos: string[]) =>
      `Number,Date,Account,Amount,Subcategory,Memo\n${memos.map((memo) => `,27/01/2027,,5.00,BGC,${memo}`).join("\n")}\n`;
    beforeEach(async () => {
      await upload(later([["Tomasz Wieczorek", "ALDER", 500]], 0));
    });
    const importAs = (text: string, same: string) =>
      admin("POST", `${path()}/bank-files?name=a.csv&same=${same}`, text, csv);

    it("leaves out a payment of the same day, amount and payer that another kind of file brought, in whichever words", async () => {
      for (const memo of ["WIECZOREK T ALDER FPI", "MR TOMASZ WIECZOR", "wieczorek"]) {
        expect((await preview(ofBarclays(memo))).body.undecided_lines).toEqual([]);
        expect((await upload(ofBarclays(memo))).body).toMatchObject({ new_lines: 0 });
      }
      expect(await countLines()).toBe(1);
    });
    it("asks about a payment of the same day and amount by another payer, and imports nothing before the answer", async () => {
      for (const memo of ["ANN LEE ROWAN", "ANN LEE ALDER", "TOMASZ MARLOWE", "A WIECZOREK", "123456"]) {
        const { body } = await preview(ofBarclays(memo));
        expect(body.undecided_lines).toEqual([
          {
            ordinal: 1,
            line: 2,
            booked_on: "2027-01-27",
            amount_pence: 500,
            payer: memo,
            known_payer: "Tomasz Wieczorek",
          },
        ]);
        const refused = await upload(ofBarclays(memo));
        expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: "file" }] } });
      }
      expect(await countLines()).toBe(1);
      expect((await importAs(ofBarclays("ANN LEE ROWAN"), "1")).body).toMatchObject({ new_lines: 0 });
      expect((await importAs(ofBarclays("ANN LEE ROWAN", "T WIECZOREK"), "")).body).toMatchObject({ new_lines: 1 });
      expect((await openLines()).map(({ payer }) => payer).toSorted()).toEqual(["ANN LEE ROWAN", "Tomasz Wieczorek"]);
    });
    it("leaves out no more lines as the same than there are, whatever is answered", async () => {
      const text = ofBarclays("ANN LEE ROWAN", "PRIYA RAMAN");
      const { undecided_lines, new_lines } = (await preview(text)).body;
      expect([undecided_lines.length, new_lines]).toEqual([2, 0]);
      expect((await importAs(text, "1,2")).body).toMatchObject({ new_lines: 1 });
    });
    it("decides by the file's balance whether a payment of the same day and amount is another one", async () => {
      const ofNatwest = (balance: string, ...rest: string[]) =>
        `Date,Type,Description,Value,Balance,Account Name,Account Number\n27/01/2027,BAC,ANN LEE ROWAN,5.00,${balance},CLIENT,\n${rest.join("\n")}`;
      expect((await preview(ofNatwest("5.00"))).body.undecided_lines).toEqual([]);
      expect((await upload(ofNatwest("5.00"))).body).toMatchObject({ new_lines: 0 });
      expect((await upload(ofNatwest("10.00"))).body).toMatchObject({ new_lines: 1 });
      expect(await countLines()).toBe(2);
    });
  });

  it("refuses a file that says it is of another account, and accepts one of the deal's own", async () => {
    await club.db
      .insertInto("collection_accounts")
      .values({
        deal_id: round.deal.id,
        account_name: "Nominee",
        sort_code: "00-00-00",
        account_number: "00001234",
        bank: "Bank",
        partner: "Nominee",
        confirmed_at: now,
        call_back_note: "Mr Hale.",
      })
      .execute();
    const header =
      "Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance";
    const ofAccount = (number: string) => `${header}\n25/01/2027,FPI,'00-00-00,${number},AMARA OKAFOR,,5.00,5.00\n`;
    const refused = await upload(ofAccount("00009999"));
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [
        {
          path: "file",
          message:
            "This file is of another account than the one that members of this deal pay to. Choose the file of that account. Nothing was imported.",
        },
      ],
    ]);
    await club.db.updateTable("collection_accounts").set({ confirmed_at: null, call_back_note: null }).execute();
    expect((await upload(ofAccount("00009999"))).status).toBe(422);
    expect((await upload(ofAccount("00001234"))).status).toBe(201);
  });
  it("returns 409 for a file that was imported already", async () => {
    await upload(round.fileUpTo(4));
    const { status, body } = await upload(round.fileUpTo(4));
    expect([status, body.code]).toEqual([409, "file_already_imported"]);
  });
  it("imports a file once for two admins at the same moment", async () => {
    const file = round.fileUpTo(11);
    const answers = await meetAtRow(club.db, "deals", round.deal.id, [() => upload(file), () => upload(file, second)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 409]);
    expect(await countLines()).toBe(11);
    expect((await transactions()).filter(({ kind }) => kind === "receipt")).toHaveLength(7);
    await expectSound();
  });
  it("returns 422 for a first file that does not begin at nothing, and one that leaves lines out", async () => {
    const header = round.fileUpTo(0);
    const lines = round.fileUpTo(15).split("\n").slice(1);
    const part = (from: number, to: number) => `${header}${lines.slice(from, to).join("\n")}\n`;
    const first = await upload(part(1, 3));
    // The preview says it before anything is sent to be imported.
    expect((await preview(part(1, 3))).body).toMatchObject({ code: "balance_gap", detail: first.body.detail });
    expect([first.status, first.body.code, first.body.detail]).toEqual([
      422,
      "balance_gap",
      "The first file of a deal begins at £0.00, and this one at £19,004.24. Choose the days from the account’s first one: what was paid in before this deal is booked too, as paid in by the club. Nothing was imported.",
    ]);
    await upload(part(0, 2));
    const gap = await upload(part(3, 5));
    expect([gap.body.code, gap.body.errors[0].path]).toEqual(["balance_gap", "file"]);
    expect(gap.body.detail).toContain(
      "It should end at £38,826.58 and ends at £52,065.30. Choose the days from 25 January 2027 on, the last day that is here, or from an earlier one: lines that are here already are left out.",
    );
    expect(await countLines()).toBe(2);
  });
  it("takes a file again that was exported before the last lines came", async () => {
    await upload(round.fileUpTo(11));
    for (const lines of [1, 4, 10])
      expect((await upload(round.fileUpTo(lines))).body).toMatchObject({ lines, new_lines: 0 });
  });
  it("returns 422 for a balance that contradicts lines of another file, with no line that is new too", async () => {
    await upload(round.fileUpTo(2));
    const [date, payer, reference, , amount] = round.fileUpTo(3).trimEnd().split("\n").at(-1)?.split(",") ?? [];
    const barclays = [
      "Number,Date,Account,Amount,Subcategory,Memo",
      `,20/01/2027,20-00-00 12345678,1000.00,Credit,J SMITH`,
      `,${date},20-00-00 12345678,${amount},Credit,${payer} ${reference}`,
    ];
    expect((await upload(barclays.join("\n"))).body).toMatchObject({ new_lines: 2 });
    const { status, body } = await upload(round.fileUpTo(3));
    expect([status, body.code]).toEqual([422, "balance_gap"]);
  });
  it("returns 422 with the line that cannot be read, and nothing is imported", async () => {
    const gap = await upload(round.fileUpTo(11).replace("58478.26", "52478.26"));
    expect([gap.status, gap.body.code]).toEqual([422, "balance_gap"]);
    expect(gap.body.detail).toContain(
      "Line 7 does not follow from line 6. The balance should be £58,478.26 and is £52,478.26.",
    );
    const text = await upload(round.fileUpTo(3).replace("5000.00", "5 thousand"));
    expect([text.status, text.body.code, text.body.errors[0].message]).toEqual([
      422,
      "invalid_body",
      expect.stringContaining('Line 3: "5 thousand" cannot be read as an amount'),
    ]);
    expect(await openLines()).toEqual([]);
  });
  it("returns 413 for a file that is too large, and 404 for no deal", async () => {
    const large = await upload(new Uint8Array(2 * 1024 * 1024 + 1));
    expect([large.status, large.body.code]).toEqual([413, "body_too_large"]);
    const path = `/api/deals/${unknownId}/bank-files?name=a.csv`;
    expect((await admin("POST", path, round.fileUpTo(1), csv)).status).toBe(404);
  });
  it("reads 5,000 lines", async () => {
    const rows = Array.from({ length: 5000 }, (_, place): [string, string, number] => [`P ${place}`, "", 100]);
    expect((await upload(later(rows, 0))).body).toMatchObject({ new_lines: 5000 });
  });
});

describe("POST /bank-files/{id}/take-back", () => {
  beforeEach(() => begin());
  const takeBack = (id: string, by = admin) => by("POST", `/api/bank-files/${id}/take-back`);
  const files = async () => (await admin("GET", `${path()}/bank-files`)).body.items;
  /** Of another account, and named by no bank as such. */
  const wrong = () =>
    later(
      [
        ["CORNER SHOP", "RENT", 5000],
        ["THE COUNCIL", "RATES", -700],
        ["CORNER SHOP", "RENT", 1],
      ],
      0,
    );
  const known = async () => [
    await closing(),
    (await admin("GET", `${path()}/closing/members`)).body,
    await openLines(),
  ];

  it("lets the right file follow, of which the whole round is booked", async () => {
    const before = await known();
    const imported = await upload(wrong());
    expect(imported.body).toMatchObject({
      new_lines: 3,
      paid_in_pence: 5001,
      paid_out_pence: 700,
      can: { take_back: true },
    });
    expect(await closing()).toMatchObject({ bank_pence: 4301, difference_pence: -700 });
    const refused = await upload(round.fileUpTo(11));
    expect([refused.status, refused.body.code]).toEqual([422, "balance_gap"]);
    expect(refused.body.detail).toContain(
      "None of the lines of the newest file, a.csv, is booked: if it is of another account, take it back first. Nothing was imported.",
    );
    const { id } = imported.body;
    expect((await takeBack(id)).status).toBe(204);
    expect(await known()).toEqual(before);
    expect(await files()).toEqual([]);
    expect(await auditOf("bank_file_taken_back")).toEqual([
      {
        kind: "bank_file_taken_back",
        actor_id: owen.id,
        details: { file_id: id, name: "a.csv", lines: 3, paid_in_pence: 5001, paid_out_pence: 700 },
      },
    ]);
    expect((await takeBack(id)).status).toBe(404);
    expect((await upload(round.fileUpTo(11))).body).toMatchObject({ new_lines: 11, can: { take_back: false } });
    for (const { id, open_pence } of await openLines())
      expect((await match(id, [{ kind: "unidentified", amount_pence: open_pence }])).status).toBe(200);
    expect(await closing()).toMatchObject({ on_account_pence: 9_396_531, bank_pence: 9_396_531 });
    await expectSound();
  });
  it("lets the same file be imported again, with all of its lines", async () => {
    const first = await upload(round.fileUpTo(2).replaceAll(/KD[0-9A-Z-]+/g, ""));
    expect((await takeBack(first.body.id)).status).toBe(204);
    const again = await upload(round.fileUpTo(2).replaceAll(/KD[0-9A-Z-]+/g, ""));
    expect([again.status, again.body.new_lines]).toEqual([201, 2]);
    expect(await closing()).toMatchObject({ bank_pence: 2_400_424 });
  });
  it("is named of the newest of two files alone, where a third does not follow", async () => {
    await upload(round.fileUpTo(2));
    await admin("POST", `${path()}/bank-files?name=b.csv`, later([["CORNER SHOP", "RENT", 5000]], 2_400_424), csv);
    const { status, body } = await upload(later([["THE COUNCIL", "RATES", 100]], 0));
    expect([status, body.code]).toEqual([422, "balance_gap"]);
    expect(body.detail).toContain(
      "None of the lines of the newest file, b.csv, is booked: if it is of another account, take it back first.",
    );
  });
  it("returns 409 while a part of the file is booked, and takes it back once the bookings are", async () => {
    const { id } = (await upload(round.fileUpTo(2))).body;
    const refused = await takeBack(id);
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      ...[409, "already_posted", "£19,004.24 of this file is booked. Take those bookings back first."],
    ]);
    expect((await files())[0].can).toEqual({ take_back: false });
    const gap = await upload(later([["X", "", 1]], 0));
    expect(gap.body.detail).toContain(
      "If the newest file, a.csv, is of another account, take back what is booked of it, £19,004.24, and then the file.",
    );
    for (const line of (await admin("GET", `${path()}/bank-lines?show=booked`)).body.items)
      expect((await unmatch(line.id, line.matches[0].id)).status).toBe(200);
    expect((await files())[0].can).toEqual({ take_back: true });
    expect((await takeBack(id)).status).toBe(204);
    expect(await openLines()).toEqual([]);
    expect((await admin("GET", `${path()}/bank-lines?show=booked`)).body.items).toEqual([]);
    expect(await closing()).toMatchObject({ on_account_pence: 0, bank_pence: null });
    // The booking and its reversal stay.
    expect((await transactions()).filter(({ kind }) => kind === "receipt" || kind === "reversal")).toHaveLength(2);
    expect((await upload(round.fileUpTo(11))).body).toMatchObject({ new_lines: 11, booked: { lines: 7 } });
    await expectSound();
  });
  it("returns 409 for an older file, of whose lines the newest left out some", async () => {
    const older = await upload(wrong());
    const newer = await upload(`${wrong().trimEnd()}\n${later([["X", "", 1]], 4301).split("\n")[1]}\n`);
    expect(newer.body).toMatchObject({ lines: 4, new_lines: 1 });
    expect((await files()).map(({ can }: { can: object }) => can)).toEqual([{ take_back: true }, { take_back: false }]);
    expect((await takeBack(older.body.id)).body).toMatchObject({ status: 409, code: "revision_conflict" });
    expect((await takeBack(newer.body.id)).status).toBe(204);
    expect(await closing()).toMatchObject({ bank_pence: 4301 });
    expect((await takeBack(older.body.id)).status).toBe(204);
  });
  it("books nothing of a file that is taken back at the same time", async () => {
    const { id } = (await upload(wrong())).body;
    const [line] = await openLines();
    const parts = [{ kind: "unidentified", amount_pence: line?.open_pence ?? 0 }];
    const answers = await meetAtRow(club.db, "deals", round.deal.id, [
      () => takeBack(id),
      () => match(line?.id ?? "", parts),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([204, 409]);
    expect((await match(line?.id ?? "", parts)).status).toBe(404);
    expect((await confirm([line?.id ?? ""])).status).toBe(404);
    await expectSound();
  });
  it("changes no line in any other way, nor a file that was taken back", async () => {
    const { id } = (await upload(wrong())).body;
    const change = (set: object) => club.db.updateTable("bank_lines").set(set).where("file_id", "=", id).execute();
    await expect(change({ amount_pence: 1, taken_back_at: now })).rejects.toThrow("never changed");
    expect((await takeBack(id)).status).toBe(204);
    await expect(change({ taken_back_at: null })).rejects.toThrow("never changed");
    await expect(club.db.deleteFrom("bank_files").where("id", "=", id).execute()).rejects.toThrow("never changed");
  });
});

describe("POST /deals/{id}/bank-files/preview", () => {
  beforeEach(() => begin());
  it("returns a file's days and sums, and stores nothing of it", async () => {
    expect(await preview(round.fileUpTo(11))).toMatchObject({
      status: 200,
      body: {
        format: "starling",
        lines: 11,
        new_lines: 11,
        first_on: "2027-01-25",
        last_on: "2027-01-27",
        paid_in_pence: 9_396_531,
        paid_out_pence: 0,
        opening_balance_pence: 0,
        closing_balance_pence: 9_396_531,
        left_out_lines: [],
        left_out_columns: [],
        lines_above_header: 0,
        lines_without_payment: 0,
      },
    });
    expect(await openLines()).toEqual([]);
    expect((await admin("GET", `${path()}/bank-files`)).body.items).toEqual([]);
  });
  it("counts the lines that are not here yet, as the import then does", async () => {
    expect((await upload(round.fileUpTo(8))).status).toBe(201);
    expect((await preview(round.fileUpTo(8))).body).toMatchObject({ lines: 8, new_lines: 0 });
    expect((await preview(round.fileUpTo(11))).body).toMatchObject({ lines: 11, new_lines: 3 });
    expect((await upload(round.fileUpTo(11))).body).toMatchObject({ lines: 11, new_lines: 3 });
  });
  it("sums payments in and out, and returns lines and columns that are left out", async () => {
    const header = ["Booked", "Text", "Sum", "State", "Kind"];
    const mapping = {
      date: "Booked",
      payer: "Text",
      reference: null,
      amount: "Sum",
      paid_in: null,
      paid_out: null,
      balance: null,
      id: null,
      date_order: "day_first",
    };
    const saved = await second("POST", "/api/bank-mappings", { name: "With states", header, mapping });
    expect(saved.body.mapping).toMatchObject({ currency: null, state: null, fee: null, direction: null });
    const lines = ["25/01/2027,A,5.00,COMPLETED,x", "26/01/2027,B,7.00,PENDING,x", "24/01/2027,C,-2.00,COMPLETED,x"];
    expect((await preview(["Our account", header.join(","), ...lines].join("\n"))).body).toMatchObject({
      format: "With states",
      lines: 2,
      first_on: "2027-01-24",
      last_on: "2027-01-25",
      paid_in_pence: 500,
      paid_out_pence: 200,
      left_out_lines: [{ line: 4, state: "PENDING" }],
      left_out_columns: ["Kind"],
      lines_above_header: 1,
    });
  });
  it("returns 422 for unknown columns, and 413 for a file that is too large", async () => {
    const unknown = await preview("Wann,Wer,Wieviel\n25/01/2027,A,5.00\n");
    expect([unknown.status, unknown.body.code]).toEqual([422, "unknown_bank_format"]);
    const large = await preview(new Uint8Array(2 * 1024 * 1024 + 1));
    expect([large.status, large.body.code]).toEqual([413, "body_too_large"]);
    expect((await preview(new Uint8Array(1024 * 1024).fill(65))).status).toBe(422);
  });
  it("returns 422 for a day after today, as the import does", async () => {
    const file = round.fileUpTo(12);
    for (const { status, body } of [await preview(file), await upload(file)]) {
      expect(status).toBe(422);
      expect(body.errors[0].message).toContain("Line 13 is of 28 January 2027, which is in the future.");
    }
  });
});

describe("POST /bank-mappings", () => {
  beforeEach(() => begin());
  const header = ["When", "Who", "What", "In", "Out", ""];
  const mapping = {
    date: "When",
    payer: "Who",
    reference: "What",
    amount: null,
    paid_in: "In",
    paid_out: "Out",
    balance: null,
    id: null,
    currency: null,
    state: null,
    fee: null,
    direction: null,
    date_order: "day_first",
  };
  it("reads every later file with this header", async () => {
    const file = "WHEN, Who ,What,In,Out\n25/01/2027,Amara Okafor,Shares,19004.24,\n";
    const unknown = await upload(file);
    expect([unknown.status, unknown.body.code]).toEqual([422, "unknown_bank_format"]);
    const saved = await admin("POST", "/api/bank-mappings", { name: "Building society", header, mapping });
    expect([saved.status, saved.body.mapping]).toEqual([201, mapping]);
    expect(await auditOf("bank_columns_saved", owen.id)).toEqual([
      { kind: "bank_columns_saved", actor_id: owen.id, details: { name: "Building society" } },
    ]);
    expect((await upload(file)).body).toMatchObject({ format: "Building society", new_lines: 1 });
    expect(await openLines()).toMatchObject([{ grade: "likely", full_name: "Amara Okafor", open_pence: 1_900_424 }]);
    const again = await admin("POST", "/api/bank-mappings", { name: "Another", header, mapping });
    expect([again.status, again.body.code]).toEqual([409, "23505"]);
    expect((await admin("GET", "/api/bank-mappings")).body.items).toContainEqual(
      expect.objectContaining({ name: "Building society" }),
    );
  });
  it("PUT corrects the columns of a mapping, for the files that follow with this header", async () => {
    const given = { name: "Other society", header: [...header.slice(0, 5), "Kept"], mapping };
    const days = "When,Who,What,In,Out,Kept\n01/26/2027,Amara Okafor,Shares,19004.24,,\n";
    const { body: saved } = await admin("POST", "/api/bank-mappings", given);
    const refused = await preview(days);
    expect(refused.body.detail).toContain('Line 2: "01/26/2027" is no date in the order that was chosen');
    const other = { ...given, mapping: { ...mapping, date_order: "month_first" } };
    const corrected = await admin("PUT", `/api/bank-mappings/${saved.id}`, other);
    expect([corrected.status, corrected.body]).toEqual([200, { ...saved, mapping: other.mapping }]);
    expect((await preview(days)).body).toMatchObject({ first_on: "2027-01-26", paid_in_pence: 1_900_424 });
    const names = (await auditOf("bank_columns_saved", owen.id)).map(({ details }) => details);
    expect(names.slice(-2)).toEqual([{ name: "Other society" }, { name: "Other society" }]);
    const wrong = await admin("PUT", `/api/bank-mappings/${saved.id}`, { ...other, header });
    expect(wrong.status).toBe(404);
  });
  it("returns 422 for a column that the file does not have", async () => {
    const { status, body } = await admin("POST", "/api/bank-mappings", {
      name: "C",
      header: ["a", "b"],
      mapping: { ...mapping, payer: "b" },
    });
    expect([status, body.errors]).toEqual([422, [{ path: "mapping.date", message: "The file has no such column" }]]);
  });
});

describe("POST /bank-lines/confirm", () => {
  beforeEach(() => begin(11));
  it("books sure lines, leaves out the others, and tells each member once", async () => {
    const lines = await openLines();
    const { status, body } = await confirm(lines.map(({ id }) => id));
    expect([status, body]).toEqual([200, { confirmed: 7, pence: 6_286_036, left_out: 4 }]);
    expect(await Promise.all([1, 3, 9].map(stateOf))).toEqual(["paid", "called", "called"]);
    const notices = await club.db
      .selectFrom("notices")
      .select("kind")
      .where("user_id", "=", round.memberOf(1).id)
      .execute();
    expect(notices).toEqual([{ kind: "payment_arrived" }]);
    const mails = (await takeMails(club)).filter(({ to }) => to === round.memberOf(1).email);
    expect(mails.map(({ subject }) => subject)).toEqual(["Alder Analytics: your £19,004.24 has arrived"]);
    await expectSound();
  });
  it("books each line once for two admins at once, who read the same answer", async () => {
    const ids = await sureIds();
    const answers = await meetAtRow(club.db, "deals", round.deal.id, [() => confirm(ids), () => confirm(ids, second)]);
    expect(answers.map(({ status, body }) => [status, body.confirmed ?? body.code])).toEqual([
      [200, 7],
      [409, "already_posted"],
    ]);
    expect((await transactions()).filter(({ kind }) => kind === "receipt")).toHaveLength(7);
    await expectSound();
  });
  it("books a line once and a member's dues once, whatever the database is told", async () => {
    const { due_pence: amount_pence, commitment_id } = round.memberOf(1);
    const deal_id = round.deal.id;
    const first = await lineOf("AMARA OKAFOR");
    const second = await buildBankLine(club.db, { deal_id, amount_pence, booked_on: "2027-01-27" }, now);
    const told = JSON.stringify(
      [second, first.id, first.id].map((id) => ({ id, kind: "receipt", commitment_id, payment_id: null })),
    );
    const { rows } = await club.asActor({ userId: owen.id, at: now }, (tx) =>
      sql<{ booked: object }>`select confirm_bank_lines(${deal_id}, ${told}::jsonb) as booked`.execute(tx),
    );
    expect(rows[0]?.booked).toMatchObject({ confirmed: 1, pence: amount_pence, receipts: [commitment_id] });
    const receipts = (await transactions()).filter(({ kind }) => kind === "receipt");
    expect(receipts.map(({ booked_on }) => booked_on)).toEqual([first.booked_on]);
    expect(await stateOf(1)).toBe("paid");
    await expectSound();
  });
  it("returns 404 for lines that do not exist", async () => {
    expect((await confirm([unknownId])).status).toBe(404);
  });
});

describe("POST /bank-lines/{id}/match", () => {
  beforeEach(() => begin(11));
  it("splits a line over several members", async () => {
    const { id } = await lineOf("AMARA OKAFOR");
    const { status, body } = await match(id, [receipt(1, 1_900_000), receipt(2, 424)]);
    expect([status, body.open_pence, body.matches.length]).toEqual([200, 0, 2]);
    expect(await memberRow(1)).toMatchObject({ state: "part_paid", open_pence: 424 });
    expect(await memberRow(2)).toMatchObject({ state: "part_paid", applied_pence: 424 });
    expect(await auditOf("bank_line_matched")).toEqual([
      {
        kind: "bank_line_matched",
        actor_id: owen.id,
        details: { line_id: id, kinds: "receipt receipt", reason: "As they said." },
      },
    ]);
    const again = await match(id, [receipt(1, 1)]);
    expect([again.status, again.body.code]).toEqual([409, "already_posted"]);
    await expectSound();
  });
  it("leaves the rest of a line open, of which no more can be booked", async () => {
    const { id } = await lineOf("KEIRA DOYLE");
    expect((await match(id, [receipt(11, 50_000)])).body).toMatchObject({ open_pence: 6358, grade: "amount" });
    const much = await match(id, [receipt(11, 6000), receipt(12, 1000)]);
    expect([much.status, much.body.errors]).toEqual([
      422,
      [{ path: "parts", message: "At most £63.58 of this line is not booked yet" }],
    ]);
    await expectSound();
  });
  it("holds money of nobody known until its payer is known, by a reversal", async () => {
    const { id } = await lineOf("DEV SHAH");
    await match(id, [{ kind: "unidentified", amount_pence: 713_372 }]);
    expect(await closing()).toMatchObject({
      unidentified_pence: 713_372,
      applied_pence: 0,
      on_account_pence: 713_372,
    });
    const shown = async (show: string) =>
      (await admin("GET", `${path()}/bank-lines?show=${show}&limit=100`)).body.items
        .filter((line: { id: string }) => line.id === id)
        .map(({ grade, open_pence, unidentified_pence, can }: BankLine) => ({
          grade,
          open_pence,
          unidentified_pence,
          can,
        }));
    expect(await shown("open")).toEqual([
      { grade: "unknown", open_pence: 0, unidentified_pence: 713_372, can: { book: false, match: true } },
    ]);
    expect(await shown("booked")).toEqual([]);
    const { body } = await match(id, [receipt(4, 700_000)]);
    expect((await shown("open"))[0].unidentified_pence).toBe(13_372);
    expect(
      body.matches.map((one: { kind: string; amount_pence: number; is_reversed: boolean }) => [
        one.kind,
        one.amount_pence,
        one.is_reversed,
      ]),
    ).toEqual([
      ["unidentified", 713_372, true],
      ["receipt", 700_000, false],
      ["unidentified", 13_372, false],
    ]);
    expect(await closing()).toMatchObject({
      unidentified_pence: 13_372,
      applied_pence: 700_000,
      on_account_pence: 713_372,
    });
    expect((await transactions()).slice(-3).map(({ kind, text }) => [kind, text])).toEqual([
      ["reversal", "It is known from whom the £7,133.72 of 26 January 2027 came; it is booked anew"],
      ["receipt", "Arrived from Dev Shah"],
      ["unidentified", "Arrived; from whom is not known yet"],
    ]);
    await expectSound();
  });
  it("owes all back to a member who has left, and to one who pays twice", async () => {
    await club.db
      .transaction()
      .execute((tx) =>
        sql`select end_commitment(${round.memberOf(12).commitment_id}, 'released_unpaid', 'Not paid.')`.execute(tx),
      );
    const liam = await lineOf("LIAM CARTER");
    expect(liam).toMatchObject({
      grade: "amount",
      said: expect.stringContaining("Nothing is open for this reference"),
    });
    await match(liam.id, [receipt(12, 488_250)]);
    expect(await memberRow(12)).toMatchObject({ state: "released_unpaid", due_pence: 0, refund_pence: 488_250 });
    await match((await lineOf("AMARA OKAFOR")).id, [receipt(4, 1_900_424)]);
    expect(await memberRow(4)).toMatchObject({ state: "paid", open_pence: 0, refund_pence: 1_187_052 });
    expect((await transactions()).at(-1)?.text).toBe("Arrived from Dev Shah, £11,870.52 more than was due");
    await expectSound();
  });
  it("refuses a member of whom nothing was called, and kinds that do not fit", async () => {
    const { id } = await lineOf("DEV SHAH");
    const other = { kind: "receipt", commitment_id: unknownId, amount_pence: 1 };
    for (const [part, message] of [
      [other, "Please choose a member of this deal who was called"],
      [
        { kind: "refund", payment_id: unknownId, amount_pence: 1 },
        "Money that came in is matched with a member, an exit or the club",
      ],
    ] as const) {
      const { status, body } = await match(id, [receipt(4, 1), part]);
      expect([status, body.errors]).toEqual([422, [{ path: "parts", message }]]);
    }
    expect((await lineOf("DEV SHAH")).matches).toEqual([]);
  });
  it("books a charge of the bank as borne by the club", async () => {
    await upload(later([["BANK CHARGE", "", -1500]], 9_396_531));
    expect(await closing()).toMatchObject({ difference_pence: -1500, can: { transfer_fee: false, nudge: true } });
    const { id } = await lineOf("BANK CHARGE");
    const refused = await match(id, [{ kind: "unidentified", amount_pence: 1500 }]);
    expect(refused.body.errors[0].message).toBe("Money that left the account is matched with an approved payment");
    expect((await match(id, [{ kind: "club_bears", amount_pence: 1500 }])).status).toBe(200);
    expect(await closing()).toMatchObject({ difference_pence: 0, borne_pence: 1500, to_club_pence: 355_172 });
    expect((await transactions()).at(-1)?.text).toBe("A charge of the bank, borne by the club");
  });
});

describe("A payment of a member that their bank takes back", () => {
  beforeEach(async () => {
    await begin(11);
    await takeMails(club);
  });
  const sum = 713_372;
  const bookedWords = "Returned by the bank: takes back the payment of £7,133.72 of Dev Shah, 26 January 2027";
  const back = (pence = -sum, text = `RETURN ${round.memberOf(4).reference}`): [string, string, number] => [
    "D Shah",
    text,
    pence,
  ];
  const bring = async (...rows: [string, string, number][]): Promise<void> => {
    expect((await upload(later(rows, 9_396_531))).status).toBe(201);
  };
  const bookDev = async () => {
    const { id, open_pence } = await lineOf("DEV SHAH");
    const { body } = await match(id, [receipt(4, open_pence)]);
    await takeMails(club);
    return body.matches.at(-1).id as string;
  };
  const takenBack = ({ returned_id, commitment_id }: Partial<BankLine>, amount_pence = sum) => [
    { kind: "payment_returned", returned_id, commitment_id, amount_pence },
  ];
  const ownPage = async () => {
    const { id, commitment_id } = round.memberOf(4);
    const read = await club.as({ id } as Person);
    const { history } = (await read("GET", `/api/commitments/${commitment_id}`)).body;
    const { open_pence, pending_pence, applied_pence } = (await read("GET", `/api/commitments/${commitment_id}/call`))
      .body;
    return { open_pence, pending_pence, applied_pence, last: history.at(-1) };
  };
  const noticesOfDev = () =>
    club.db
      .selectFrom("notices")
      .select(["kind", "text"])
      .where("user_id", "=", round.memberOf(4).id)
      .orderBy("id")
      .execute();
  it("is offered for the line that names its reference, and owed again by its day once it is matched", async () => {
    const booking = await bookDev();
    await bring(back());
    const line = await lineOf("D Shah");
    expect(line).toMatchObject({
      grade: "likely",
      full_name: "Dev Shah",
      said: "Returned by the bank: takes back the payment of £7,133.72 of 26 January 2027",
      returned_id: booking,
      returns: [
        { returned_id: booking, amount_pence: sum, booked_on: "2027-01-26", full_name: "Dev Shah", is_booked: true },
      ],
    });
    expect(await closing()).toMatchObject({ difference_pence: -sum, returned_pence: sum });
    expect((await match(line.id, takenBack(line))).status).toBe(200);
    expect(await memberRow(4)).toMatchObject({ state: "called", open_pence: sum, bank_days: [], refund_pence: 0 });
    expect((await transactions()).at(-1)).toMatchObject({
      kind: "payment_returned",
      text: bookedWords,
      out_pence: sum,
    });
    const [mail, ...others] = (await takeMails(club)).filter(({ to }) => to === round.memberOf(4).email);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("Alder Analytics: your bank took back your payment of £7,133.72");
    expect(mail?.text.replaceAll(/\s+/g, " ")).toContain(
      "Your bank took back your payment of £7,133.72 for your shares of Alder Analytics. You owe £7,133.72. Pay it by Thu 28 Jan, 10:00. It was due by Wed 27 Jan, 10:00; the time of grace runs until then.",
    );
    expect((await noticesOfDev()).at(-1)).toMatchObject({
      kind: "payment_returned",
      text: expect.stringContaining("You owe £7,133.72"),
    });
    const { last, ...sums } = await ownPage();
    expect([sums, last.kind, last.amount_pence]).toEqual([
      { open_pence: sum, pending_pence: 0, applied_pence: 0 },
      "receipt_returned",
      sum,
    ]);
    await expectSound();
  });
  it("is not booked by the import that brings both, and one press books the two without saying that it arrived", async () => {
    await bring(back());
    expect(await stateOf(4)).toBe("called");
    expect((await lineOf("DEV SHAH")).said).toBe(
      "The bank took it back on 27 January 2027: match that line, and both are booked",
    );
    expect((await ownPage()).pending_pence).toBe(0);
    const line = await lineOf("D Shah");
    expect(line).toMatchObject({ returned_id: (await lineOf("DEV SHAH")).id, returns: [{ is_booked: false }] });
    expect((await match(line.id, takenBack(line))).status).toBe(200);
    expect(await memberRow(4)).toMatchObject({ state: "called", open_pence: sum });
    const mails = (await takeMails(club)).filter(({ to }) => to === round.memberOf(4).email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      "Alder Analytics: your bank took back your payment of £7,133.72",
    ]);
    expect((await noticesOfDev()).map(({ kind }) => kind)).not.toContain("payment_arrived");
    await expectSound();
  });
  it("is recognised by amount and name without a reference, and another sum by name alone is not", async () => {
    await bookDev();
    await bring(back(-sum, "UNPAID"), back(-500, "UNPAID"));
    const [whole, other] = (await openLines())
      .filter(({ payer }) => payer === "D Shah")
      .sort((one, two) => one.open_pence - two.open_pence);
    expect(whole).toMatchObject({ grade: "likely", full_name: "Dev Shah" });
    expect(other).toMatchObject({ grade: "unknown", returns: [], returned_id: null });
  });
  it("is no charge of the bank that the club bears, but a charge can be beside it", async () => {
    await bookDev();
    await bring(back(-sum - 100));
    const line = await lineOf("D Shah");
    const { status, body } = await match(line.id, [{ kind: "club_bears", amount_pence: sum + 100 }]);
    expect([status, body.errors]).toEqual([
      422,
      [
        {
          path: "parts",
          message:
            "This is no charge of the bank: it takes back the payment of £7,133.72 of Dev Shah, 26 January 2027. Choose that payment under For",
        },
      ],
    ]);
    const [receiptOf] = line.returns;
    expect(
      (await match(line.id, [...takenBack(receiptOf ?? {}), { kind: "club_bears", amount_pence: 100 }])).status,
    ).toBe(200);
    await expectSound();
  });
  it("counts again once a return that was booked by mistake is taken back", async () => {
    const booking = await bookDev();
    await bring(back());
    const line = await lineOf("D Shah");
    const { body } = await match(line.id, takenBack(line));
    const dev = (await transactions()).find(({ text }) => text.startsWith("Arrived from Dev Shah"));
    const first = await unmatch(
      (await admin("GET", `${path()}/bank-lines?show=booked&limit=50`)).body.items.find(
        ({ payer }: BankLine) => payer === "DEV SHAH",
      ).id,
      booking,
    );
    expect([dev !== undefined, first.body.code, first.body.detail]).toEqual([
      true,
      "payment_closed",
      "The bank sent this payment back later. Take back that booking first.",
    ]);
    await takeMails(club);
    expect((await unmatch(line.id, body.matches.at(-1).id)).status).toBe(200);
    expect(await memberRow(4)).toMatchObject({ state: "paid", open_pence: 0, bank_days: ["2027-01-26"] });
    expect((await takeMails(club)).map(({ subject }) => subject)).toEqual([
      "Alder Analytics: your £7,133.72 has arrived",
    ]);
    expect((await ownPage()).last.kind).toBe("receipt_stands");
    expect(await closing()).toMatchObject({ difference_pence: -sum, ledger_sum_pence: 0 });
  });
  it("leaves a part owed where the bank takes back a part, and never more than arrived", async () => {
    await bookDev();
    await bring(back(-13_372), back(-800_000));
    const [more, part] = (await openLines())
      .filter(({ payer }) => payer === "D Shah")
      .sort((one, two) => one.open_pence - two.open_pence);
    expect((await match(part?.id ?? "", takenBack(part ?? {}, 13_372))).status).toBe(200);
    expect(await memberRow(4)).toMatchObject({ state: "part_paid", open_pence: 13_372, applied_pence: 700_000 });
    const refused = await match(more?.id ?? "", takenBack({ ...part }, 800_000));
    expect([refused.status, refused.body.errors[0].message]).toEqual([
      422,
      "Please choose a payment of a member that arrived on that day or before, and give the part no more than was booked of it",
    ]);
  });
  it("is not taken back once the company's payment is approved, and says what applies", async () => {
    await bookDev();
    await club.db
      .insertInto("outgoing_payments")
      .values({
        deal_id: round.deal.id,
        kind: "wire",
        amount_pence: 100,
        payee: "Alder Analytics",
        reason: "By list.",
        state: "approved",
        proposed_at: now,
        approved_at: now,
      })
      .execute();
    const [{ matches }] = (await admin("GET", `${path()}/bank-lines?show=booked&limit=50`)).body.items;
    await bring(back());
    const line = await lineOf("D Shah");
    expect(line).toMatchObject({
      grade: "unknown",
      returns: [],
      said: expect.stringContaining("If the company is paid, the shares stay"),
    });
    const { status, body } = await match(
      line.id,
      takenBack({ returned_id: matches[0].id, commitment_id: round.memberOf(4).commitment_id }),
    );
    expect([status, body.code]).toEqual([409, "payment_closed"]);
    expect(body.detail).toMatch(
      /^The payment to the company is approved or paid\. If the bank has not sent it, cancel it/,
    );
  });
  it("is booked by another admin where it is one's own", async () => {
    const booking = await bookDev();
    await bring(back());
    const { id } = await lineOf("D Shah");
    const dev = { id: round.memberOf(4).id } as Person;
    await giveAdminRole(club.db, dev);
    const { status } = await match(id, takenBack({ returned_id: booking }), await club.as(dev));
    expect(status).toBe(403);
    await takeAdminRole(club.db, dev);
  });
});

describe("POST /bank-lines/{id}/unmatch", () => {
  beforeEach(() => begin(11));
  const booked = async (payer: string, number: number) => {
    const { id, open_pence } = await lineOf(payer);
    const { body } = await match(id, [receipt(number, open_pence)]);
    return { id, match_id: body.matches.at(-1).id };
  };
  it("reverses the booking in the ledger, and the line is open again", async () => {
    const { id, match_id } = await booked("DEV SHAH", 4);
    expect(await stateOf(4)).toBe("paid");
    const { status, body } = await unmatch(id, match_id);
    expect([status, body.open_pence, body.grade]).toEqual([200, 713_372, "sure"]);
    expect(await auditOf("bank_line_unmatched")).toEqual([
      {
        kind: "bank_line_unmatched",
        actor_id: owen.id,
        details: { line_id: id, match_id, reason: "A mistake." },
      },
    ]);
    expect(await memberRow(4)).toMatchObject({ state: "called", open_pence: 713_372, bank_days: [] });
    const { id: userId, commitment_id } = round.memberOf(4);
    const told = await club.db
      .selectFrom("notices")
      .select(["kind", "text"])
      .where("user_id", "=", userId)
      .orderBy("id", "desc")
      .limit(1)
      .execute();
    expect(told).toEqual([
      {
        kind: "payment_unbooked",
        text: expect.stringMatching(
          /^£7,133\.72 that was booked as your payment .* is taken off again\. An admin looks at it\./,
        ),
      },
    ]);
    expect((await transactions()).at(-1)).toMatchObject({
      kind: "reversal",
      text: "Not from Dev Shah after all; the payment of £7,133.72 of 26 January 2027 is taken back",
      out_pence: 713_372,
    });
    const own = await (await club.as({ id: userId } as Person))("GET", `/api/commitments/${commitment_id}`);
    expect(own.body.history.map(({ kind }: { kind: string }) => kind).slice(-2)).toEqual([
      "paid",
      "receipt_taken_back",
    ]);
    const again = await unmatch(id, match_id);
    expect([again.status, again.body.errors[0].message]).toEqual([422, "This line is not booked."]);
    expect((await confirm([id])).body.confirmed).toBe(1);
    await expectSound();
  });
  it("owes nothing twice where a member has left meanwhile", async () => {
    const { id, match_id } = await booked("DEV SHAH", 4);
    await club.db
      .transaction()
      .execute((tx) =>
        sql`select end_commitment(${round.memberOf(4).commitment_id}, 'left_on_change', null)`.execute(tx),
      );
    expect(await memberRow(4)).toMatchObject({ refund_pence: 713_372, open_pence: 0 });
    await unmatch(id, match_id);
    expect(await memberRow(4)).toMatchObject({ refund_pence: 0, open_pence: 0 });
    await expectSound();
  });
  it("returns 409 while the line's money is on its way back", async () => {
    const { id, match_id } = await booked("ESTHER BROWN", 5);
    const { commitment_id } = round.memberOf(5);
    const refund = await admin("POST", `${path()}/refunds`, {
      commitment_id,
      amount_pence: 1000,
      reason: "Too much.",
    });
    const refused = await unmatch(id, match_id);
    expect([refused.status, refused.body.code]).toEqual([409, "payment_closed"]);
    await admin("POST", `/api/outgoing-payments/${refund.body.id}/cancel`);
    expect((await unmatch(id, match_id)).status).toBe(200);
    await expectSound();
  });
});

describe("While ledger and bank differ", () => {
  beforeEach(() => begin(11));
  const differ = async (pence = 1000) => {
    await confirm(await sureIds());
    await match((await lineOf("ESTHER BROWN")).id, [receipt(5, 1_323_872)]);
    expect((await upload(later([["SOMEBODY", "", -pence]], 9_396_531))).status).toBe(201);
  };
  it("A difference refuses whatever moves money, books lines all the same, and is told to admins and participants once", async () => {
    await differ(499);
    expect(await closing()).toMatchObject({ difference_pence: -499, can: { transfer_fee: false, top_up: false } });
    const line = await lineOf("CHLOE MARTIN");
    const refund = await admin("POST", `${path()}/refunds`, {
      commitment_id: round.memberOf(5).commitment_id,
      amount_pence: 500,
      reason: "Too much.",
    });
    expect([refund.status, refund.body.code, refund.body.detail]).toEqual([
      409,
      "ledger_mismatch",
      "What is booked and the bank do not agree. Everything else that moves money is off until that is explained under Bank: propose and approve the payments that have left the account already, then match the line with them. A charge of the bank is borne by the club.",
    ]);
    await match(line.id, [receipt(3, 500_000)]);
    const rest = (await openLines()).find(({ payer }) => payer === "CHLOE MARTIN");
    expect(rest?.grade).toBe("sure");
    const sure = await confirm([rest?.id ?? ""]);
    expect([sure.status, sure.body.confirmed]).toEqual([200, 1]);
    await ledgerJobs["ledger-difference"].run(club, { deal_id: round.deal.id, found_at: now.toISOString() });
    await ledgerJobs["ledger-checks"].run(club);
    const noticesOf = async (id: string) =>
      (
        await club.db
          .selectFrom("notices")
          .select(["kind", "text"])
          .where("user_id", "=", id)
          .where("subject_id", "=", round.deal.id)
          .execute()
      ).map(({ kind, text }) => [kind, text]);
    expect(await noticesOf(owen.id)).toEqual([
      [
        "account_differs",
        "The account of Alder Analytics and the bank’s list do not agree. The bank has £4.99 less than is booked or waits to be booked. Nothing is called, sent back or paid out until you have matched the open lines of the bank.",
      ],
    ]);
    const { body: told } = await admin("GET", "/api/notices");
    // Deals of other tests differ at the same moment.
    const toldOf = told.items.map(({ path: to }: { path: string }) => to);
    expect(toldOf).toContain(adminPaths.dealPart(round.deal.id, "bank"));
    expect(await noticesOf(round.memberOf(10).id)).toEqual([
      [
        "ledger_mismatch",
        "The account of Alder Analytics and the bank’s list do not agree. Nothing is called, sent back or paid out until that is explained.",
      ],
    ]);
    const mails = (await takeMails(club)).filter(({ to }) => to === round.memberOf(10).email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      "Alder Analytics: the account and the bank’s list do not agree",
    ]);
  });
  it("Admins and signers read the difference and what they can do, and members that there is nothing to do", async () => {
    await differ(499);
    const [amara, esther, ruth] = [round.memberOf(4), round.memberOf(5), await buildInvestor(club.db, {})];
    // Signs for this deal and takes part; another signs for it alone; an admin takes part.
    const sign = (user_id: string) =>
      sql`
      insert into deal_panel (deal_id, version_id, user_id, name, capacity)
      select deal_id, id, ${user_id}, 'Signs for it', 'second' from deal_versions
       where deal_id = ${round.deal.id} and approved_at is not null order by number desc limit 1`.execute(club.db);
    await sign(esther.id);
    await sign(ruth.id);
    await giveAdminRole(club.db, amara);
    await takeMails(club);
    await ledgerJobs["ledger-difference"].run(club, { deal_id: round.deal.id, found_at: now.toISOString() });
    const mails = await takeMails(club);
    const of = (email: string) =>
      mails
        .filter(({ to }) => to === email)
        .map(({ text, link }) => [
          text.includes("The bank has £4.99 less than is booked or waits to be booked."),
          text.includes("Please match the open lines of the bank"),
          text.includes("There is nothing for you to do. You are told once it is settled."),
          link?.split("/#/")[1],
        ]);
    const bank = `members?tab=admin&view=deals&deal=${round.deal.id}#bank`;
    const lists = `members?tab=investments&view=lists&deal=${round.deal.id}`;
    expect(of(owen.email)).toEqual([[true, true, false, bank]]);
    expect(of(amara.email)).toEqual([[true, true, false, bank]]);
    expect(of(esther.email)).toEqual([[true, false, false, lists]]);
    expect(of(ruth.email)).toEqual([[true, false, false, lists]]);
    expect(of(round.memberOf(10).email)).toEqual([[false, false, true, "members?tab=investments&view=mine"]]);
    await takeAdminRole(club.db, amara);
  });
  it("A charge that is matched within four hours is told to nobody, and a longer one when it is settled", async () => {
    const found = { deal_id: round.deal.id, found_at: now.toISOString() };
    const subjects = async () =>
      (await takeMails(club)).filter(({ to }) => to === round.memberOf(10).email).map(({ subject }) => subject);
    await differ();
    const { rows } = await sql<{ start_after: Date }>`
      select start_after from pgboss.job where name = 'ledger-difference' and data ->> 'deal_id' = ${round.deal.id}`.execute(
      club.db,
    );
    expect(rows.map(({ start_after }) => start_after.toISOString())).toEqual(["2027-01-27T14:05:00.000Z"]);
    await subjects();
    await ledgerJobs["ledger-difference"].run(club, found);
    expect(await subjects()).toEqual(["Alder Analytics: the account and the bank’s list do not agree"]);
    await ledgerJobs["ledger-difference"].run(club, { ...found, is_told: true });
    expect(await subjects()).toEqual([]);
    expect((await match((await lineOf("SOMEBODY")).id, [{ kind: "club_bears", amount_pence: 1000 }])).status).toBe(200);
    await ledgerJobs["ledger-difference"].run(club, found);
    expect(await subjects()).toEqual([]);
    await ledgerJobs["ledger-difference"].run(club, { ...found, is_told: true });
    expect(await subjects()).toEqual(["Alder Analytics: the account and the bank’s list agree again"]);
  });
  it("Money moves again once a payment of the difference's amount explains it", async () => {
    await differ();
    const { commitment_id } = round.memberOf(5);
    const refund = await admin("POST", `${path()}/refunds`, { commitment_id, amount_pence: 1000, reason: "Too much." });
    expect(refund.status).toBe(201);
    expect((await second("POST", `/api/outgoing-payments/${refund.body.id}/approve`)).status).toBe(200);
    expect(await closing()).toMatchObject({ difference_pence: 0, refund_pence: 1000 });
    const line = await lineOf("SOMEBODY");
    expect(line.grade).toBe("likely");
    const part = { kind: "refund", payment_id: refund.body.id, amount_pence: 1000 };
    expect((await match(line.id, [part])).status).toBe(200);
    expect(await closing()).toMatchObject({ difference_pence: 0, refund_pence: 0 });
    await expectSound();
  });
});

it("Nightly, ledger and bank are compared, and a difference is told once until it is gone", async () => {
  await begin(11);
  await confirm(await sureIds());
  await ledgerJobs["ledger-checks"].run(club);
  const checks = () =>
    club.db
      .selectFrom("ledger_checks")
      .select(["ledger_pence", "bank_pence", "difference_pence"])
      .where("deal_id", "=", round.deal.id)
      .orderBy("checked_at")
      .orderBy("id")
      .execute();
  expect(await checks()).toEqual([{ ledger_pence: 6_286_036, bank_pence: 9_396_531, difference_pence: 0 }]);
  now = new Date("2027-01-30T03:00:00Z");
  // A wrong file: somebody has written to the database past everything.
  const file = await club.db
    .selectFrom("bank_files")
    .select("id")
    .where("deal_id", "=", round.deal.id)
    .executeTakeFirstOrThrow();
  await club.db
    .insertInto("bank_lines")
    .values({
      deal_id: round.deal.id,
      file_id: file.id,
      line_number: 99,
      booked_on: "2027-01-28",
      amount_pence: -5,
      payer: "X",
      reference: "",
      line_key: "x",
    })
    .execute();
  for (let night = 0; night < 2; night++) await ledgerJobs["ledger-checks"].run(club);
  expect((await checks()).map(({ difference_pence }) => difference_pence)).toEqual([0, -5, -5]);
  expect(await auditOf("ledger_mismatch")).toHaveLength(1);
  now = new Date();
});
