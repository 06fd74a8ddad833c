import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { collectData } from "#server/auth/account/export/collect-data.ts";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildAdmin, buildInvitation, buildMember, buildPerson, type Person } from "#server/sample/builders.ts";
import type { ExitDetails } from "#shared/funds/funds-exits.ts";
import type { HoldingImport, HoldingPreview } from "#shared/portfolio/holding-imports.ts";
import type { HeldCompany } from "#shared/portfolio/portfolio.ts";
import { buildHeldRound, buildOwner } from "#tests/support/build-lots.ts";
import { moveClock } from "#tests/support/move-clock.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";

const unknownId = "01900000-0000-7000-8000-000000000000";
const path = "/holding-imports";
const start = new Date("2028-06-01T12:00:00Z");
const header =
  "Kind,Email,Company,Share class,Shares,Price,Cost,Fee,Acquired on,Relief,UIR,Certificate on,Gross,Costs,Paid on";
const csv = { "content-type": "text/csv" };

let now = start;
let amara: Person;
let member: Call;
let company: { id: string; name: string };
let counted = 0;

const club = await openTestApp({ now: () => now, hasLastingSessions: true });
const owen = await buildAdmin(club.db, { full_name: "Owen Pryce" });
const daniel = await buildAdmin(club.db, { full_name: "Daniel Achebe" });
const [admin, second] = [await club.as(owen), await club.as(daniel)];
beforeEach(async () => {
  now = start;
  counted += 1;
  amara = await buildMember(club.db, { full_name: `Amara Okafor ${counted}` });
  member = await club.as(amara);
  company = await buildCompany(`Alder ${counted}`);
});

const buildCompany = (name: string) =>
  club.db.insertInto("companies").values({ name }).returning(["id", "name"]).executeTakeFirstOrThrow();

const holding = (
  cells: Partial<Record<"email" | "name" | "shares" | "price" | "cost" | "day" | "rest", string>> = {},
) => {
  const { email = amara.email, name = company.name, shares = "4000", price = "1.25", cost = "5000.00" } = cells;
  return `holding,${email},${name},Ordinary,${shares},${price},${cost},100.00,${cells.day ?? "2024-03-15"},${cells.rest ?? "EIS,EIS-77,2024-09-01"}`;
};
const distribution = (gross: string, costs: string, day: string) =>
  `distribution,${amara.email},${company.name},,,,,,,,,,${gross},${costs},${day}`;
const fileOf = (...lines: string[]) => [header, ...lines].join("\n");
const preview = (text: string, by = admin) => by("POST", `/api${path}/preview`, text, csv);
const propose = (text: string, by = admin) => by("POST", `/api${path}?file_name=earlier.csv`, text, csv);
async function proposed(...lines: string[]): Promise<HoldingImport> {
  const { status, body } = await propose(fileOf(...lines));
  expect([body.detail, status]).toEqual([undefined, 201]);
  return body;
}
const confirm = (id: string, by = second) => by("POST", `/api${path}/${id}/confirm`);
async function confirmed(...lines: string[]): Promise<HoldingImport> {
  const { status, body } = await confirm((await proposed(...lines)).id);
  expect([body.detail, status]).toEqual([undefined, 200]);
  return body;
}
const reason = { reason: "The register says 400 shares." };
const undo = (id: string, by = admin) => by("POST", `/api${path}/${id}/undo`, reason);
const confirmUndo = (id: string, by = second) => by("POST", `/api${path}/${id}/undo/confirm`);
const own = async (by = member) => (await by("GET", "/api/portfolio/me")).body;
const auditOf = async (id: string) => {
  const { rows } = await sql<{ kind: string; details: object }>`
    select kind, details from audit_events where details ->> 'import_id' = ${id} order by id`.execute(club.db);
  return rows;
};
const proposeExit = (input: object = {}) =>
  admin("POST", `/api/companies/${company.id}/exits`, {
    kind: "sale",
    happened_on: "2028-05-01",
    price: "2",
    costs_pence: 0,
    earlier_id: null,
    shares: null,
    costs_payee: null,
    note: null,
    ...input,
  });

it("A class of shares is one class of a company, whatever its letters, spaces and plural", async () => {
  const typed = ["Ordinary", "ordinary", " ORDINARY  Shares", "A Ordinary", "a ordinary share"];
  const lines = typed.map((name, place) => holding({ day: `2024-03-1${place}` }).replace(",Ordinary,", `,${name},`));
  await confirmed(...lines);
  const classes = async () => {
    const held = await club.db
      .selectFrom("holdings")
      .select("share_class")
      .where("company_id", "=", company.id)
      .orderBy("issued_on")
      .execute();
    return held.map(({ share_class }) => share_class);
  };
  expect(await classes()).toEqual(["Ordinary", "Ordinary", "Ordinary", "A Ordinary", "A Ordinary"]);
  const again = await propose(fileOf(holding({ day: "2024-03-11" }).replace(",Ordinary,", ",ordinary shares,")));
  expect(again.status).toBe(409);
  await takeMails(club);
  const deal = await buildDeal(club.db, { state: "preparing", terms: { share_class: "a  ordinary shares" } });
  const { share_class } = await club.db
    .selectFrom("deal_terms")
    .select("share_class")
    .where("deal_id", "=", deal.id)
    .executeTakeFirstOrThrow();
  expect(share_class).toBe("a  ordinary shares");
});

describe("A table as Excel saves it", () => {
  const table = () =>
    [
      "Email;Company;Shares;Price;Cost;Acquired on;Note",
      `${amara.email};${company.name};3000;£0.6667;£2,000.10;15/03/2024;Zoë’s`,
    ].join("\r\n");
  it.each<[string, (text: string) => Buffer]>([
    ["in Windows-1252, with a pound sign", (text) => Buffer.from(text.replace("’", "\x92"), "latin1")],
    ["as Unicode text", (text) => Buffer.from(`\uFEFF${text}`, "utf16le")],
    ["as Unicode text with the high byte first", (text) => Buffer.from(`\uFEFF${text}`, "utf16le").swap16()],
    ["as CSV UTF-8", (text) => Buffer.from(`\uFEFF${text}`)],
  ])("A table %s is shown, proposed, and stored unchanged", async (_what, encoded) => {
    const file = encoded(table());
    const shown = await admin("POST", `/api${path}/preview`, file, csv);
    expect([shown.status, shown.body.faulty_lines, shown.body.items]).toMatchObject([200, 0, [{ shares: 3000 }]]);
    const { status, body } = await admin("POST", `/api${path}?file_name=earlier.csv`, file, csv);
    expect([body.detail, status, body.cost_pence]).toEqual([undefined, 201, 200_010]);
    const kept = await club.db.selectFrom("holding_imports").select("file_id").where("id", "=", body.id).execute();
    const opened = await club.files.open(club.db, kept[0]?.file_id ?? "");
    const pieces: Uint8Array[] = [];
    for await (const piece of opened?.read() ?? []) pieces.push(piece);
    expect(Buffer.concat(pieces).equals(file)).toBe(true);
  });
  it("A table is refused where it is a binary file by the name of a CSV, with what to do", async () => {
    const file = Buffer.concat([Buffer.from("Email,Company\n"), Buffer.from([0, 1, 2, 0xff, 0])]);
    for (const target of [`${path}/preview`, `${path}?file_name=earlier.csv`]) {
      const { status, body } = await admin("POST", `/api${target}`, file, csv);
      expect([status, body.errors]).toEqual([
        422,
        [{ path: "file", message: "This is not a text file. Please save the table as CSV." }],
      ]);
    }
  });
});

describe("POST /holding-imports/preview", () => {
  it("returns for each line what would be imported, and stores nothing", async () => {
    const files = () => club.db.selectFrom("files").select("id").execute();
    const before = await files();
    const { status, body } = await preview(fileOf(holding(), distribution("120.50", "0.50", "2025-01-31")));
    expect([status, body]).toMatchObject([
      200,
      {
        new_lines: 2,
        known_lines: 0,
        faulty_lines: 0,
        members: 1,
        cost_pence: 500_000,
        gross_pence: 12_050,
        items: [
          { line_number: 2, kind: "holding", state: "new", faults: [], full_name: amara.full_name, shares: 4000 },
          { line_number: 3, kind: "distribution", state: "new", faults: [], gross_pence: 12_050, costs_pence: 50 },
        ],
      },
    ]);
    expect(await files()).toEqual(before);
    expect((await admin("GET", `/api${path}`)).body.items.map(({ id }: HoldingImport) => id)).not.toContain(body.id);
  });
  it("returns the fault of each line and what to do, from the line itself and from what the club knows", async () => {
    const pending = await buildPerson(club.db, { status: "pending" });
    const invited = await buildInvitation(club.db);
    await buildCompany("Twice Ltd");
    await buildCompany("twice ltd");
    const { body } = await preview(
      fileOf(
        holding({ email: "nobody@castell.example" }),
        holding({ email: invited.email }),
        holding({ email: pending.email }),
        holding({ name: "No Such Company" }),
        holding({ name: "TWICE LTD" }),
        holding({ day: "2028-06-02" }),
        holding({ cost: "6000.00" }),
        holding(),
        holding(),
        distribution("10.00", "0.00", "2024-03-14"),
      ),
    );
    expect((body as HoldingPreview).items.map(({ faults }) => faults)).toEqual([
      ["Email: nobody has an account with this address. Invite them first, and import the line once they joined"],
      ["Email: nobody has an account with this address. Invite them first, and import the line once they joined"],
      ["Email: this person is not a member yet. Decide on their request first, then import the line"],
      ["Company: no company has this name. Press “Add a company” under Deals first, or write it as under Companies"],
      ["Company: several companies have this name. Rename one under Companies first"],
      ["Acquired on: 2 June 2028 is in the future"],
      ["Cost: £6,000.00 is not shares × price, £5,000.00. Correct one of them; £1.50 a share makes this cost"],
      [],
      ["Is the same as line 9. Remove one, or add their shares up in one line"],
      [
        "Company: the member has no imported shares of it on that day. Import those first, or in the same file; what the club’s own rounds bring is an exit",
      ],
    ]);
    expect(body).toMatchObject({ new_lines: 1, faulty_lines: 9 });
  });
  it("accepts a purchase split by relief or certificate as several lines, and asks where relief may only be missing", async () => {
    const { body } = await preview(
      fileOf(
        holding({ rest: "SEIS,S-1,2024-09-01" }),
        holding({ rest: "EIS,E-1,2024-09-01" }),
        holding({ rest: "EIS,E-2,2024-09-01" }),
        holding({ rest: "EIS,," }),
        holding({ rest: "EIS,e -2,2024-09-01" }),
      ),
    );
    expect((body as HoldingPreview).items.map(({ faults }) => faults.length)).toEqual([0, 0, 0, 1, 1]);
  });
  it("returns for a known line which line it repeats and in what it differs, and counts no shares twice", async () => {
    const before = await proposed(holding({ rest: "SEIS,S1,2024-09-01" }));
    const knownOf = async (...lines: string[]) =>
      ((await preview(fileOf(...lines))).body as HoldingPreview).items.map(({ state, known }) => [
        ...[state, known && [known.line_number, ...known.differences]],
      ]);
    for (const uir of ["s1", "S 1", " s1 "])
      expect(await knownOf("", holding({ rest: `seis,${uir},2024-09-01` }))).toEqual([["known", [2]]]);
    const others = {
      "SEIS,S1-NEW,2024-09-01": ["UIR: S1 there, S1-NEW here"],
      "SEIS,S1,2024-10-01": ["Certificate on: 1 September 2024 there, 1 October 2024 here"],
      "EIS,S1,2024-09-01": ["Relief: SEIS there, EIS here"],
      none: [
        "Relief: SEIS there, none here",
        "UIR: S1 there, none here",
        "Certificate on: 1 September 2024 there, none here",
      ],
    };
    for (const [rest, differences] of Object.entries(others)) {
      expect(await knownOf("", holding({ rest }))).toEqual([["known", [2, ...differences]]]);
      expect((await propose(fileOf("", holding({ rest })))).body.code).toBe("file_already_imported");
    }
    const withFee = holding({ rest: "SEIS,S1,2024-09-01" }).replace(",100.00,", ",5.00,");
    expect(await knownOf(withFee)).toEqual([["known", [2, "Fee: £100.00 there, £5.00 here"]]]);
    await confirm(before.id);
    await takeMails(club);
    const { items } = (await preview(fileOf("", holding({ rest: "SEIS,S2," })))).body as HoldingPreview;
    expect(items[0]?.known).toMatchObject({ import_id: before.id, file_name: "earlier.csv", state: "confirmed" });
    // A file with both says that there are two.
    const both = [holding({ rest: "EIS,S2,2024-09-01" }), holding({ rest: "SEIS,s1,2024-09-01" })];
    expect(await knownOf(...both)).toEqual([
      ["new", null],
      ["known", [2]],
    ]);
    expect((await proposed(...both)).lots).toBe(1);
    expect((await preview(fileOf(...both, ""))).body).toMatchObject({ new_lines: 0, known_lines: 2 });
  });
  it("returns that the costs of a distribution were others", async () => {
    await confirmed(holding(), distribution("120.00", "1.00", "2025-01-31"));
    await takeMails(club);
    const { items } = (await preview(fileOf(distribution("120.00", "2.00", "2025-01-31")))).body as HoldingPreview;
    expect(items).toMatchObject([
      { state: "known", known: { line_number: 3, differences: ["Costs: £1.00 there, £2.00 here"] } },
    ]);
  });

  it("returns 422 for a file of another kind, and 413 for one that is too large", async () => {
    const wrong = await preview("Name\nAmara");
    expect([wrong.status, wrong.body.errors[0].path]).toEqual([422, "file"]);
    expect((await preview("x".repeat(2 * 1024 * 1024 + 1))).status).toBe(413);
  });
});

describe("POST /holding-imports", () => {
  it("stores file and lines for another admin to confirm, and members hold nothing of it yet", async () => {
    const text = fileOf(holding());
    const { status, body } = await propose(text);
    expect([status, body]).toMatchObject([
      201,
      {
        file_name: "earlier.csv",
        state: "proposed",
        members: 1,
        companies: 1,
        lots: 1,
        distributions: 0,
        cost_pence: 500_000,
        proposed_by_name: "Owen Pryce",
        can: { confirm: false, refuse: true, propose_undo: false, confirm_undo: false, refuse_undo: false },
        lines: [{ line_number: 2, email: amara.email, company_name: company.name, shares: 4000, uir: "EIS-77" }],
      },
    ]);
    expect((await own()).companies).toEqual([]);
    const file = await second("GET", `/api${path}/${body.id}/file`);
    expect([file.status, file.body]).toEqual([200, text]);
    expect(file.headers.get("content-disposition")).toContain("earlier.csv");
    expect((await auditOf(body.id)).map(({ kind }) => kind)).toEqual(["holdings_import_proposed"]);
  });
  it("returns a workbook under its own name, and its stored text as CSV", async () => {
    const { body } = await admin("POST", `/api${path}?file_name=Earlier.xlsx`, fileOf(holding()), csv);
    expect(body.file_name).toBe("Earlier.xlsx");
    const file = await second("GET", `/api${path}/${body.id}/file`);
    expect(file.headers.get("content-disposition")).toContain('"Earlier.xlsx.csv"');
  });
  it("imports nothing of a file while a line has a fault", async () => {
    const { status, body } = await propose(fileOf(holding(), holding({ shares: "0" })));
    expect([status, body.errors[0]]).toEqual([
      422,
      { path: "file", message: "One line has a fault. Mend it in the file and choose the file again." },
    ]);
  });
  it("refuses a file that is imported, at once by two as well, and leaves out lines that are known", async () => {
    const text = fileOf(holding());
    const twins = await Promise.all([propose(text), propose(text, second)]);
    expect(twins.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(twins.find(({ status }) => status === 409)?.body.code).toBe("file_already_imported");
    const again = await preview(text);
    expect([again.status, again.body.code]).toEqual([409, "file_already_imported"]);
    expect(again.body.detail).toMatch(
      /^This file was (?:proposed before\. It waits for another admin|imported before)/,
    );
    const reordered = await propose(`${text}\n`);
    expect([reordered.status, reordered.body.code]).toEqual([409, "file_already_imported"]);
    const more = fileOf(holding(), holding({ day: "2025-03-15", rest: "none" }));
    expect((await preview(more)).body).toMatchObject({ new_lines: 1, known_lines: 1 });
    expect((await propose(more)).body).toMatchObject({ lots: 1, lines: [{ happened_on: "2025-03-15" }] });
  });
  it("accepts a file again once it was refused", async () => {
    const text = fileOf(holding());
    const { id } = (await propose(text)).body;
    const refused = await second("POST", `/api${path}/${id}/refuse`, reason);
    expect([refused.status, refused.body]).toMatchObject([
      200,
      { state: "refused", refused_because: reason.reason, refused_by_name: "Daniel Achebe" },
    ]);
    expect((await confirm(id)).body.code).toBe("revision_conflict");
    expect((await propose(text)).status).toBe(201);
  });
});

describe("POST /holding-imports/{id}/confirm", () => {
  it("gives members the file's holdings and tells them; a member without a record gets one", async () => {
    const { id } = await proposed(
      holding(),
      holding({ shares: "1000", price: "2", cost: "2000.00", day: "2025-06-30", rest: "none" }),
      distribution("100.01", "1.00", "2026-01-31"),
    );
    expect((await confirm(id, admin)).body.code).toBe("second_person_required");
    expect((await confirm(id)).body).toMatchObject({
      state: "confirmed",
      confirmed_by_name: "Daniel Achebe",
      can: { confirm: false, refuse: false, propose_undo: true },
    });
    const portfolio = await own();
    // £7,000 and the fees of £100 each; £100.01 less £1 came back.
    expect(portfolio.figures).toMatchObject({
      paid_in_pence: 720_000,
      cost_pence: 700_000,
      fee_pence: 20_000,
      received_pence: 9_901,
      gross_received_pence: 10_001,
    });
    expect(portfolio.companies).toMatchObject([
      {
        name: company.name,
        origin: "club",
        lots: [
          {
            origin: "imported",
            deal_id: null,
            commitment_id: null,
            shares: 4000,
            scheme: "EIS",
            issued_on: "2024-03-15",
            certificate_on: "2024-09-01",
            paid_in_pence: 510_000,
            price: "1.25",
          },
          { origin: "imported", shares: 1000, scheme: null, issued_on: "2025-06-30", certificate_on: null },
        ],
      },
    ]);
    const { rows } = await sql`select gross_pence, costs_pence from imported_payouts where import_id = ${id}
        order by gross_pence desc`.execute(club.db);
    // By shares, 4 to 1: the parts sum to the line.
    expect(rows).toEqual([
      { gross_pence: 8_000, costs_pence: 80 },
      { gross_pence: 2_001, costs_pence: 20 },
    ]);
    expect((await member("GET", "/api/notices")).body.items[0]).toMatchObject({ kind: "holdings_imported" });
    const mails = await takeMails(club);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [amara.email, "Shares that you held before are in My Investments"],
    ]);
    expect(mails[0]?.text).toContain(` of ${company.name} for £`);
    expect((await auditOf(id)).at(-1)).toMatchObject({ kind: "holdings_import_confirmed", details: { lots: 2 } });
    const data = await club.asOwner(null, (tx) => collectData(tx, amara.id, club));
    expect(data).toMatchObject({
      holdings: [{ company: company.name, uir: "EIS-77" }, {}],
      what_imported_shares_brought: [{}, {}],
      what_was_imported_for_you: [{}, {}, {}],
    });
  });
  it("pays a distribution on the shares of its company alone, whatever else the file gives the member", async () => {
    const other = await buildCompany(`Birch ${counted}`);
    await confirmed(
      holding(),
      holding({ name: other.name, rest: "none" }),
      distribution("100.01", "1.00", "2026-01-31"),
    );
    const flows = (await member("GET", "/api/portfolio/me/flows.csv")).body as string;
    const rows = flows.split("\n").map((line) => line.split(",").slice(2, 5));
    expect(rows.filter(([, what]) => what === "Paid out")).toEqual([[company.name, "Paid out", "99.01"]]);
  });
  it("counts the shares that a split since makes of those bought, until members hold as many", async () => {
    const split = { company_id: company.id, source: "A filing.", confirmed_at: now };
    await club.db
      .insertInto("share_actions")
      .values([
        { ...split, new_shares: 10, old_shares: 1, effective_on: "2026-05-12" },
        { ...split, new_shares: 1, old_shares: 3, effective_on: "2027-06-01" },
        { ...split, share_class: "A", new_shares: 2, old_shares: 1, effective_on: "2027-07-01" },
      ])
      .execute();
    const lines = [
      holding({ shares: "2000", price: "0.25", cost: "500.00", day: "2023-02-01", rest: "none" }),
      holding({ shares: "100", price: "1", cost: "100.00", day: "2027-06-01", rest: "none" }),
    ];
    const counted = [
      {
        shares: 2000,
        shares_now: 6666,
        splits: [
          { effective_on: "2026-05-12", new_shares: 10, old_shares: 1 },
          { effective_on: "2027-06-01", new_shares: 1, old_shares: 3 },
        ],
      },
      { shares: 100, shares_now: 100, splits: [] },
    ];
    expect((await preview(fileOf(...lines))).body.items).toMatchObject(counted);
    const { id } = await proposed(...lines);
    expect((await second("GET", `/api${path}/${id}`)).body.lines).toMatchObject(counted);
    await takeMails(club);
    await confirm(id);
    expect(
      (await own()).companies[0]?.lots.map(({ shares_left }: { shares_left: number }) => shares_left).toSorted(),
    ).toEqual([100, 6666]);
    expect((await takeMails(club))[0]?.text?.replaceAll(/\s+/g, " ")).toContain(
      `${company.name}: 2,000 as bought, 6,666 after the split of 12 May 2026 (10 for 1) and the consolidation of 1 June 2027 (1 for 3).`,
    );
  });
  it("confirms once, by the first of two", async () => {
    const { id } = await proposed(holding());
    const third = await club.as(await buildAdmin(club.db));
    const answers = await Promise.all([confirm(id), confirm(id, third)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await own()).companies[0].lots).toHaveLength(1);
  });
  it("refuses to import for an account that was deleted", async () => {
    const { id } = await proposed(holding());
    await sql`update holding_import_lines set user_id = null where import_id = ${id}`.execute(club.db);
    expect((await confirm(id)).body.detail).toContain("was deleted");
  });
});

describe("An import that is taken back", () => {
  it("An import is taken back by two admins, which empties its holdings and leaves the import as a record", async () => {
    const { id } = await confirmed(holding());
    const lot = (await own()).companies[0].lots[0];
    const relief = { lot_id: lot.id, kind: "income", claimed_on: "2025-01-15", pence: 100_000 };
    expect((await member("POST", "/api/portfolio/me/reliefs", relief)).status).toBe(201);
    expect((await undo(id)).body).toMatchObject({
      state: "confirmed",
      undo: { because: reason.reason, proposed_by_name: "Owen Pryce" },
      can: { propose_undo: false, confirm_undo: false, refuse_undo: true },
    });
    expect((await undo(id)).body.code).toBe("revision_conflict");
    expect((await confirmUndo(id, admin)).body.code).toBe("second_person_required");
    expect((await own()).companies).toHaveLength(1);
    expect((await confirmUndo(id)).body).toMatchObject({ state: "undone", undone_by_name: "Daniel Achebe", lots: 1 });
    expect((await own()).companies).toEqual([]);
    expect((await member("GET", "/api/notices")).body.items[0]).toMatchObject({ kind: "holdings_import_undone" });
    expect((await takeMails(club)).map(({ to, subject }) => [to, subject])).toContainEqual([
      ...[amara.email, "Shares were taken out of My Investments again"],
    ]);
    expect((await auditOf(id)).map(({ kind }) => kind).slice(2)).toEqual([
      ...["holdings_import_undo_proposed", "holdings_import_undone"],
    ]);
    // The same file may be imported again.
    expect((await propose(fileOf(holding()))).status).toBe(201);
  });
  it("The taking back of an import can be refused", async () => {
    const { id } = await confirmed(holding());
    await undo(id);
    const kept = await admin("POST", `/api${path}/${id}/undo/refuse`, reason);
    expect([kept.status, kept.body]).toMatchObject([200, { state: "confirmed", undo: null }]);
    expect((await confirmUndo(id)).body.code).toBe("revision_conflict");
    expect((await undo(id)).status).toBe(200);
  });
  it("An import is not taken back while an exit is about its shares, and is once the exit is withdrawn", async () => {
    const { id } = await confirmed(holding());
    await undo(id);
    const exit = await proposeExit();
    expect([exit.status, exit.body.gross_pence]).toEqual([201, 800_000]);
    expect((await confirmUndo(id)).body.detail).toContain("An exit is about these shares");
    await admin("POST", `/api/exits/${exit.body.id}/withdraw`, reason);
    expect((await confirmUndo(id)).status).toBe(200);
    const left = (await admin("GET", `/api/exits/${exit.body.id}`)).body as ExitDetails;
    expect(left).toMatchObject({ state: "withdrawn", members: 1, gross_pence: 800_000 });
    expect(left.members_paid[0]).toMatchObject({ full_name: null, lots: [{ issued_on: null, shares: 4000 }] });
  });
  it("An import is not taken back while another import says what its shares brought", async () => {
    const first = await confirmed(holding());
    const later = await confirmed(distribution("10.00", "0.00", "2025-01-31"));
    expect((await undo(first.id)).body.detail).toContain("Another import says what these shares brought");
    await undo(later.id);
    expect((await confirmUndo(later.id)).status).toBe(200);
    expect((await own()).figures.received_pence).toBe(0);
    expect((await undo(first.id)).status).toBe(200);
  });
});

describe("An exit of shares of the club's round and of imported ones", () => {
  it("An exit is split over the round's and imported shares to the penny, and the latter are paid beside the account", async () => {
    const ben = await buildOwner(club.db, "Ben Lindqvist");
    const round = await buildHeldRound(club.db, {
      issued_on: "2027-02-02",
      company_id: company.id,
      held: [[ben, 100]],
    });
    await confirmed(holding({ shares: "200", cost: "250.00" }));
    const { body: exit } = await proposeExit({ price: "3.33", costs_pence: 100, costs_payee: "Mills & Co" });
    expect(exit).toMatchObject({ shares: 300, gross_pence: 99_900, costs_pence: 100, members: 2, outside: null });
    const payment = { paid_on: "2028-05-20", source: "The buyer’s letter of 20 May." };
    const record = (by = admin, input: object = payment) => by("POST", `/api/exits/${exit.id}/outside-payment`, input);
    expect((await record()).body.code).toBe("revision_conflict");
    const { body: sold } = await second("POST", `/api/exits/${exit.id}/confirm`);
    expect(sold.deals).toMatchObject([{ deal_id: round.id, shares: 100, gross_pence: 33_300, costs_pence: 33 }]);
    expect(sold.outside).toMatchObject({
      members: 1,
      shares: 200,
      gross_pence: 66_600,
      costs_pence: 67,
      paid_pence: 66_533,
      paid_on: null,
      waiting: null,
      can: { record: true, confirm: false, refuse: false },
    });
    // Nothing is left over between the accounts and what is paid beside them.
    for (const name of ["shares", "gross_pence", "costs_pence", "paid_pence"] as const)
      expect(sold.deals[0][name] + sold.outside[name]).toBe(sold[name]);

    expect((await own()).figures).toMatchObject({ received_pence: 0, value_pence: 66_533 });
    expect((await record(admin, { ...payment, paid_on: "2028-04-30" })).body.errors[0].path).toBe("paid_on");
    expect((await record(admin, { ...payment, paid_on: "2028-06-02" })).body.errors[0].path).toBe("paid_on");
    expect((await record()).body.outside).toMatchObject({ waiting: payment, can: { record: false, refuse: true } });
    expect((await record(second)).body.code).toBe("revision_conflict");
    const decide = (what: "confirm" | "refuse", by: Call) =>
      by("POST", `/api/exits/${exit.id}/outside-payment/${what}`, what === "refuse" ? reason : undefined);
    expect((await decide("confirm", admin)).body.code).toBe("second_person_required");
    expect((await decide("refuse", admin)).body.outside).toMatchObject({ waiting: null, paid_on: null });
    await record();
    expect((await decide("confirm", second)).body.outside).toMatchObject({ ...payment, waiting: null });
    expect((await own()).figures).toMatchObject({ received_pence: 66_533, value_pence: 0 });
    expect((await member("GET", "/api/notices")).body.items[0]).toMatchObject({ kind: "exit_paid" });
    expect((await member("GET", "/api/exits/me")).body.items[0]).toMatchObject({
      paid_on: "2028-05-20",
      paid_pence: 66_533,
      lots: [{ deal_id: null, certificate_number: null, issued_on: "2024-03-15" }],
    });
    const audit = club.db.selectFrom("audit_events").select(["kind", "details"]).where("subject_id", "=", company.id);
    expect(await audit.where("kind", "like", "exit_outside%").orderBy("id").execute()).toEqual([
      { kind: "exit_outside_payment_recorded", details: { exit_id: exit.id, ...payment } },
      { kind: "exit_outside_payment_refused", details: { exit_id: exit.id, ...reason } },
      { kind: "exit_outside_payment_recorded", details: { exit_id: exit.id, ...payment } },
      { kind: "exit_outside_payment_confirmed", details: { exit_id: exit.id, paid_on: "2028-05-20" } },
    ]);
    expect((await admin("POST", `/api/exits/${exit.id}/withdraw`, reason)).body.code).toBe("payment_closed");
  });
});

describe("What is imported", () => {
  it("An import is told to its owner alone, and to admins who hold some, where others hold the company's shares too", async () => {
    const ben = await buildMember(club.db, { full_name: "Ben Lindqvist" });
    const bens = await club.as(ben);
    const lots = { price: "1.25", cost: "5000.00", day: "2026-03-15", rest: "none" };
    await confirmed(
      holding(lots),
      holding({ ...lots, email: ben.email, price: "0.75", cost: "3000.00", day: "2026-05-06" }),
      holding({ ...lots, email: owen.email, price: "2.00", cost: "8000.00", day: "2026-01-07" }),
    );
    // Whoever proposed it is in it.
    await moveClock(club, (time) => (now = time), new Date(now.getTime() + 24 * 60 * 60 * 1000));
    const shownTo = async (call: Call) => {
      const of = async (path: string) => JSON.stringify((await call("GET", `/api/portfolio/me${path}`)).body);
      const files = ["/holdings.csv", "/flows.csv", "/valuations.csv"];
      const pages = ["", `/companies/${company.id}`, "?on=2027-01-01", "/year-end", ...files];
      return (await Promise.all(pages.map(of))).join("\n");
    };
    const days = ["2026-03-15", "2026-05-06", "2026-01-07"];
    for (const [person, call, day] of [
      [amara, member, days[0]],
      [ben, bens, days[1]],
      [owen, admin, days[2]],
    ] as const) {
      const shown = await shownTo(call);
      expect(
        days.filter((one) => shown.includes(one)),
        person.full_name,
      ).toEqual([day]);
      const read = sql<{ as_of: string }>`select as_of from company_prices where company_id = ${company.id}`;
      const { rows } = await club.asActor({ userId: person.id }, (tx) => read.execute(tx));
      expect(rows).toHaveLength(person === owen ? 3 : 1);
    }
    // 4,000 shares each, at what each of them paid: a cheaper purchase of somebody else says nothing of theirs.
    const values = await Promise.all(
      [member, bens, admin].map(async (call) => (await own(call)).companies.at(-1)?.figures.value_pence),
    );
    expect(values).toEqual([500_000, 300_000, 800_000]);
    const { body: seat } = await bens("POST", "/api/portfolio/me/adviser-seats", {
      name: "Mills & Co",
      email: null,
      shows_reliefs: true,
      shows_papers: true,
    });
    const token = new URLSearchParams(seat.link.split("?")[1]).get("token");
    const { body: read } = await club.visitor("POST", "/api/adviser-links/read", { token });
    expect(days.filter((day) => JSON.stringify(read).includes(day))).toEqual([days[1]]);
  });
  it("An imported price is told to others once two admins say that it is what a share is worth", async () => {
    const ben = await buildMember(club.db, { full_name: "Ben Lindqvist" });
    const bens = { email: ben.email, price: "0.75", cost: "3000.00", day: "2026-05-06", rest: "none" };
    await confirmed(holding(), holding(bens));
    const valuation = { basis: "last_round", price: "0.75", as_of: "2026-05-06", source: "A filing." };
    const { body } = await admin("POST", `/api/companies/${company.id}/valuations`, valuation);
    expect((await second("POST", `/api/valuations/${body.id}/confirm`)).status).toBe(200);
    expect((await own()).companies[0].price).toMatchObject({ basis: "last_round", as_of: "2026-05-06", price: "0.75" });
  });
  it("An import is the price of its own shares as an earlier purchase, which raises none", async () => {
    const ben = await buildOwner(club.db, "Ben Lindqvist");
    await buildHeldRound(club.db, { issued_on: "2023-02-02", company_id: company.id, held: [[ben, 100]] });
    await confirmed(holding());
    const lots = (await own()).companies[0];
    expect(lots.price).toMatchObject({ basis: "earlier_purchase", as_of: "2024-03-15", price: "1.25" });
    const held = (await admin("GET", `/api/held-companies/${company.id}`)).body;
    expect(held).toMatchObject({ shares: 4100, shares_left: 4100 });
    expect(
      held.rounds.map(({ deal_id, shares, worth }: HeldCompany["rounds"][number]) => [
        ...[deal_id === null, shares, worth.basis],
      ]),
    ).toEqual([
      [false, 100, "our_round"],
      [true, 4000, "earlier_purchase"],
    ]);
    const prices = held.prices.map(({ basis }: { basis: string }) => basis);
    expect(prices).toEqual(["our_round", "earlier_purchase"]);
  });
  it("A company is known in another spelling, where none has the name as it is written", async () => {
    const { body } = await preview(fileOf(holding({ name: `ALDER ${counted} LTD.` })));
    expect(body).toMatchObject({ new_lines: 1, faulty_lines: 0 });
    const { id } = await buildCompany(`Alder ${counted} Ltd`);
    await confirmed(holding({ name: `alder ${counted} ltd` }));
    expect((await admin("GET", `/api/held-companies/${id}`)).status).toBe(200);
  });
  it("The price of a company is the last one that is known of a class, not that of its oldest shares", async () => {
    await confirmed(holding(), holding({ price: "0.50", cost: "2000.00", day: "2023-01-10", rest: "none" }));
    const { price, rounds } = (await admin("GET", `/api/held-companies/${company.id}`)).body;
    expect(rounds.map(({ issued_on }: HeldCompany["rounds"][number]) => issued_on)).toEqual([
      "2023-01-10",
      "2024-03-15",
    ]);
    expect(price).toMatchObject({ basis: "earlier_purchase", as_of: "2024-03-15", price: "1.25" });
  });
  it("An import lowers no other shares at the desk than those that were bought so", async () => {
    const ben = await buildOwner(club.db, "Ben Lindqvist");
    await buildHeldRound(club.db, { issued_on: "2023-02-02", company_id: company.id, held: [[ben, 100]] });
    await confirmed(holding({ price: "0.75", cost: "3000.00" }));
    const { value_pence, range_pence } = (await admin("GET", `/api/held-companies/${company.id}`)).body;
    expect(value_pence + range_pence).toBe(100 * 120 + 4000 * 75);
  });
  it("An import is in the member's three files, from which the figures follow", async () => {
    await confirmed(holding(), distribution("100.00", "1.00", "2026-01-31"));
    const file = async (name: string) => (await member("GET", `/api/portfolio/me/${name}.csv`)).body as string;
    expect(await file("holdings")).toContain("Through the club, imported");
    const flows = await file("flows");
    expect(flows).toMatch(/2024-03-15,[^,]+,Alder \d+,Paid in,-5100.00/);
    expect(flows).toMatch(/2026-01-31,[^,]+,Alder \d+,Paid out,99.00/);
    const net = flows
      .split("\n")
      .slice(1)
      .reduce((sum, line) => sum + Number(line.split(",")[4] ?? 0), 0);
    const { figures } = await own();
    expect(Math.round(net * 100)).toBe(figures.received_pence - figures.paid_in_pence);
  });
  it("An import reaches the tax year and an adviser", async () => {
    await confirmed(holding(), distribution("100.00", "1.00", "2026-01-31"));
    const pack = (await member("GET", "/api/portfolio/me/year-end?tax_year=2025")).body;
    expect(pack.received).toMatchObject([{ day: "2026-01-31", pence: 9_900 }]);
    const { body: seat } = await member("POST", "/api/portfolio/me/adviser-seats", {
      name: "Mills & Co",
      email: null,
      shows_reliefs: false,
      shows_papers: false,
    });
    const token = new URLSearchParams(seat.link.split("?")[1]).get("token");
    const shown = await club.visitor("POST", "/api/adviser-links/read", { token });
    expect([shown.status, shown.body.portfolio?.figures?.received_pence]).toEqual([200, 9_900]);
  });
  it("An import is changed and deleted by nobody, the owner of the database either", async () => {
    const { id } = await confirmed(holding(), distribution("100.00", "1.00", "2026-01-31"));
    const statements = [
      `update holding_imports set file_name = 'x' where id = '${id}'`,
      `update holding_imports set confirmed_at = null, confirmed_by = null where id = '${id}'`,
      `delete from holding_imports where id = '${id}'`,
      `update holding_import_lines set shares = 1 where import_id = '${id}'`,
      `update holding_import_lines set user_id = '${owen.id}' where import_id = '${id}'`,
      `delete from holding_import_lines where import_id = '${id}'`,
      `update imported_payouts set gross_pence = 1 where import_id = '${id}'`,
      `delete from imported_payouts where import_id = '${id}'`,
      `update holdings set shares = 1 where import_id = '${id}'`,
      `delete from holdings where import_id = '${id}'`,
    ];
    for (const statement of statements)
      await expect(sql.raw(statement).execute(club.db), statement).rejects.toThrow("never changed or deleted");
  });
  it("A holding is of a round or of an import, never of both or of neither", async () => {
    const { id } = await confirmed(holding());
    const insert = (deal: string | null, of: string | null) =>
      sql`insert into holdings (deal_id, import_id, company_id, shares, share_class, price, cost_pence, fee_pence, issued_on)
          values (${deal}, ${of}, ${company.id}, 1, 'A', 1, 100, 0, '2024-01-01')`.execute(club.db);
    await expect(insert(null, null)).rejects.toThrow("holdings_origin_check");
    await expect(insert(unknownId, id)).rejects.toThrow("holdings_origin_check");
  });
  it("Imports are listed newest first, a page at a time", async () => {
    const ids = [];
    for (const day of ["2024-03-15", "2024-03-16", "2024-03-17"]) {
      now = new Date(now.getTime() + 1000);
      ids.push((await proposed(holding({ day }))).id);
    }
    const first = (await admin("GET", `/api${path}?limit=2`)).body;
    expect(first.items.map(({ id }: HoldingImport) => id)).toEqual([ids[2], ids[1]]);
    const rest = (await admin("GET", `/api${path}?limit=1&cursor=${first.next_cursor}`)).body;
    expect(rest.items[0].id).toBe(ids[0]);
  });
  it("An import is counted where it waits for a second admin", async () => {
    const waits = async (by: Call) => (await by("GET", "/api/waiting-counts")).body.companies as number;
    const [before, beforeAuthor] = [await waits(second), await waits(admin)];
    const { id } = await proposed(holding());
    expect([await waits(second), await waits(admin)]).toEqual([before + 1, beforeAuthor]);
    await confirm(id);
    expect(await waits(second)).toBe(before);
    await undo(id);
    expect([await waits(second), await waits(admin)]).toEqual([before + 1, beforeAuthor]);
  });
});
