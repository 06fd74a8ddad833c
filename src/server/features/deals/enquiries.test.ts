import { describe, expect, it } from "vitest";
import { buildAdmin } from "#server/sample/builders.ts";
import { openTestApp } from "#tests/support/test-app.ts";

const club = await openTestApp({ now: () => new Date("2026-11-23T12:00:00Z") });
const admin = await buildAdmin(club.db);
const call = await club.as(admin);

const enquiry = {
  name: "Alder Analytics",
  company_number: "00000000",
  one_line: "Forecasts how many vets a practice needs.",
  founders: [{ name: "Ada Finch" }],
  round_name: "Seed round 2027",
  enquired_on: "2026-11-20",
  note: "Met at the dinner.",
};
const auditKinds = async (...subjects: string[]) => {
  const events = club.db.selectFrom("audit_events").select("kind").where("subject_id", "in", subjects).orderBy("id");
  return (await events.execute()).map(({ kind }) => kind);
};

describe("POST /deals/enquiries/preview", () => {
  it("says which companies an import would add and which are here already, and adds nothing", async () => {
    const known = { ...enquiry, name: "Yarrow Labs", company_number: "00000077" };
    expect((await call("POST", "/api/deals/enquiries", known)).status).toBe(201);
    const items = [known, { ...known, name: "Sorrel Ltd", company_number: "00000078" }, { ...known, name: "" }];
    const preview = async () => (await call("POST", "/api/deals/enquiries/preview", { items })).body;
    const results = (await preview()).items.map(({ result }: { result: string }) => result);
    expect(results).toEqual(["exists", "added", "refused"]);
    expect((await preview()).added).toBe(1);
    const companies = club.db.selectFrom("companies").select("id").where("name", "=", "Sorrel Ltd");
    expect(await companies.execute()).toEqual([]);
  });
});

describe("POST /deals/enquiries", () => {
  it("adds an enquiry whose next step is to answer it by name, and to read and meet once it is taken on", async () => {
    const { body } = await call("POST", "/api/deals/enquiries", enquiry);
    const next = async () => (await call("GET", `/api/deals/${body.id}/next`)).body.text;
    expect(await next()).toBe("Answer Alder Analytics: take it on, keep it for later, or decline it.");
    const move = { to: "screening", expected_version: body.updated_at };
    expect((await call("POST", `/api/deals/${body.id}/transitions`, move)).status).toBe(200);
    expect(await next()).toBe("Read what Alder Analytics sent. Then meet its founders, or decline it.");
  });

  it("adds the company, its deal and the note at once, in the admin's name", async () => {
    const { status, body } = await call("POST", "/api/deals/enquiries", enquiry);
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        company_id: body.company.id,
        company_name: "Alder Analytics",
        one_line: "Forecasts how many vets a practice needs.",
        name: "Seed round 2027",
        state: "enquiry",
        state_since: "2026-11-23T12:00:00.000Z",
        enquired_on: "2026-11-20",
        reply_due_on: "2026-12-04",
        days_overdue: null,
        is_unsettled: false,
        scheme: null,
        round_total_pence: null,
        parked_until: null,
        owner_id: null,
        owner_name: null,
        updated_at: expect.stringMatching(/Z$/),
        can: {
          save: true,
          fill_room: true,
          announce_closing: false,
          move_to: ["screening", "meeting", "diligence", "preparing", "declined", "withdrawn", "parked"],
        },
        company: expect.objectContaining({ name: "Alder Analytics", company_number: "00000000", country: "GB" }),
        page: { why_we_like_it: [], what_would_make_it_fail: [], team: [], traction: [], scheme_note: null },
        terms: [],
        last_terms: null,
        versions: [],
        closing_proposal: null,
        closings: [],
        cancelling_proposal: null,
        change_of_terms: null,
        moves: [
          {
            id: expect.any(String),
            from: null,
            to: "enquiry",
            moved_at: "2026-11-23T12:00:00.000Z",
            moved_by_name: "Amara Okafor",
            is_by_clock: false,
            reason: null,
          },
        ],
        notes: [
          {
            id: expect.any(String),
            created_at: expect.stringMatching(/Z$/),
            author_name: "Amara Okafor",
            text: "Met at the dinner.",
          },
        ],
        next_step: null,
        opens_at: null,
        closes_at: null,
        interest_sums: [],
        released_at: null,
        reconsent_hours: 72,
        cooling_off_hours: 24,
        current_version_id: null,
      },
    ]);
    expect(await auditKinds(body.id, body.company.id)).toEqual(["company_added", "deal_added"]);
    expect((await call("GET", `/api/deals/${body.id}`)).body).toEqual(body);
  });
  it("writes no empty note, and refuses a day that does not exist", async () => {
    const { body } = await call("POST", "/api/deals/enquiries", { ...enquiry, note: " " });
    expect(body.notes).toEqual([]);
    for (const enquired_on of ["2026-02-30", "0000-01-01"]) {
      const refused = await call("POST", "/api/deals/enquiries", { ...enquiry, enquired_on });
      expect([refused.status, refused.body.errors[0]]).toEqual([
        422,
        { path: "enquired_on", message: "Please enter a date" },
      ]);
    }
  });
});

describe("POST /deals/enquiries/import", () => {
  const importPath = "/api/deals/enquiries/import";
  const row = (name: string, given: object = {}) => ({
    name,
    round_name: "Seed",
    enquired_on: "2026-11-20",
    ...given,
  });
  const countOf = async (name: string) =>
    (await club.db.selectFrom("companies").select("id").where("name", "=", name).execute()).length;

  it("adds new enquiries and tells of every row what became of it", async () => {
    await call("POST", "/api/companies", { name: "Known Ltd", company_number: "ab 123456" });
    const { status, body } = await call("POST", importPath, {
      items: [
        row("Birch Robotics", { note: "By email." }),
        row("KNOWN Limited", { website: "www.known.example" }),
        row("Of another name", { company_number: "AB123456" }),
        row("birch robotics"),
        row("Cedar", { enquired_on: "tomorrow", founders: [{ name: "" }] }),
        "Dogwood",
      ],
    });
    const twice = "Twice in this list: a row above has this name or number";
    const exists = "A company of this name or number is here already";
    expect([status, body]).toEqual([
      200,
      {
        added: 1,
        items: [
          { row: 1, name: "Birch Robotics", result: "added", message: "Added" },
          { row: 2, name: "KNOWN Limited", result: "exists", message: exists },
          { row: 3, name: "Of another name", result: "exists", message: exists },
          { row: 4, name: "birch robotics", result: "exists", message: twice },
          {
            row: 5,
            name: "Cedar",
            result: "refused",
            message: "Founder: Please fill this in; Enquired on: Please enter a date",
          },
          { row: 6, name: "", result: "refused", message: expect.stringContaining("expected object") },
        ],
      },
    ]);
    const [deal] = (await call("GET", "/api/deals?q=birch")).body.items;
    const { notes } = (await call("GET", `/api/deals/${deal.id}`)).body;
    expect(notes.map(({ text }: { text: string }) => text)).toEqual(["By email."]);
    expect(await auditKinds(deal.id, deal.company_id)).toEqual(["company_added", "deal_added"]);
    const [event] = (await call("GET", "/api/audit-events?kind=enquiries_imported")).body.items;
    expect([event.actor.id, event.subject, event.details]).toEqual([admin.id, null, { added: 1 }]);
  });
  it.each([
    ["Stellar Kelp", "STELLAR KELP LTD"],
    ["Brack & Co", "Brack and Co."],
    ["Zoë’s Søn Limited", "ZOES SON"],
    ["B.I.G. Ltd.", "BIG plc"],
  ])("knows %s in another spelling, %s", async (known, spelt) => {
    await call("POST", "/api/companies", { name: known });
    const { body } = await call("POST", importPath, { items: [row(spelt)] });
    expect(body.items).toMatchObject([{ result: "exists" }]);
  });
  it("adds nothing a second time, nor twice in two imports at once", async () => {
    const items = Array.from({ length: 60 }, (_, index) => row(`Twice ${index}`));
    const answers = await Promise.all([call("POST", importPath, { items }), call("POST", importPath, { items })]);
    expect(answers.map(({ body }) => body.added).toSorted()).toEqual([0, 60]);
    expect((await call("POST", importPath, { items })).body.added).toBe(0);
    expect([await countOf("Twice 0"), await countOf("Twice 59")]).toEqual([1, 1]);
  });
  it("accepts 500 long rows, and refuses 501 or none", async () => {
    const items = Array.from({ length: 500 }, (_, index) => row(`Long ${index}`, { note: "x".repeat(2000) }));
    expect((await call("POST", importPath, { items })).body.added).toBe(500);
    for (const wrong of [[], [...items, row("One more")]]) {
      const { status, body } = await call("POST", importPath, { items: wrong });
      expect([status, body.errors[0].path]).toEqual([422, "items"]);
    }
  });
});
