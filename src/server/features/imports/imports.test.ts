import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { buildAdmin, buildInvitation, buildMember, buildPerson } from "#server/sample/builders.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { openTestApp } from "#tests/support/test-app.ts";

const club = await openTestApp();
const admin = await club.as(await buildAdmin(club.db));

/** "Name, email" per line. */
const membersOf = (text: string) =>
  text.split("\n").map((row, index) => {
    const [name = "", email = name] = row.split(", ");
    return { line: index + 1, full_name: name.split("@")[0], email };
  });

const resultsOf = (answer: { body: { items: { line: number; result: string; message: string }[] } }) =>
  answer.body.items.map(({ line, result, message }) => [line, result, message]);

describe("POST /member-imports", () => {
  it("describes the format of a line when there is no member", async () => {
    const answer = await admin("POST", "/api/member-imports", { members: [] });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({
      code: "no_valid_members",
      detail: "Please check your format. Use: Name, name@example.com (one per line)",
    });
  });
  it("refuses a list with a member whose name or email is not valid, and names the field", async () => {
    const valid = { line: 1, full_name: "Mina Castell", email: "mina@castell.example" };
    const wrong = [{ email: "mina@" }, { full_name: " " }, { full_name: "Mina\u0000" }, { line: 0 }, { tier: "gold" }];
    const paths = await Promise.all(
      wrong.map(async (part) => {
        const { status, body } = await admin("POST", "/api/member-imports", {
          members: [valid, { ...valid, ...part }],
        });
        return [status, body.errors[0].path];
      }),
    );
    expect(paths).toEqual([
      [422, "members.1.email"],
      [422, "members.1.full_name"],
      [422, "members.1.full_name"],
      [422, "members.1.line"],
      [422, "members.1.tier"],
    ]);
    expect(await club.db.selectFrom("pending_members").select("id").execute()).toEqual([]);
  });
  it("returns a result for each member by its line, and skips known people", async () => {
    await buildMember(club.db, { full_name: "Known Name" });
    await buildPerson(club.db, { email: "known@castell.example" });
    const members = [
      { line: 1, full_name: "Mina Castell", email: "mina@castell.example" },
      { line: 3, full_name: " Owen Castell ", email: "Owen@Castell.example" },
      { line: 4, full_name: "Zoë Brandt", email: "zoe@castell.example" },
      { line: 6, full_name: "Mina Again", email: "mina@castell.example" },
      { line: 7, full_name: "Known Name", email: "other@castell.example" },
      { line: 9, full_name: "Somebody", email: "known@castell.example" },
    ];
    const answer = await admin("POST", "/api/member-imports", { members, send_invitations: false });
    expect(resultsOf(answer)).toEqual([
      [1, "created", "Created successfully"],
      [3, "created", "Created successfully"],
      [4, "created", "Created successfully"],
      [6, "exists", "Twice in this list"],
      [7, "exists", "Already exists"],
      [9, "exists", "Already exists"],
    ]);
    expect([answer.body.created, answer.body.total]).toEqual([3, 6]);
    const rows = await club.db.selectFrom("pending_members").select(["full_name", "email"]).orderBy("email").execute();
    expect(rows).toEqual([
      { full_name: "Mina Castell", email: "mina@castell.example" },
      { full_name: "Owen Castell", email: "owen@castell.example" },
      { full_name: "Zoë Brandt", email: "zoe@castell.example" },
    ]);
    expect(await club.db.selectFrom("invitations").select("id").execute()).toEqual([]);
  });
  it("imports of two lines with one address the one that has a name", async () => {
    const members = [
      { line: 1, full_name: "dora", email: "dora@twice.example" },
      { line: 2, full_name: "Dora Hale", email: "dora@twice.example" },
    ];
    const { items } = (await admin("POST", "/api/member-imports", { members, send_invitations: false })).body;
    expect(items).toMatchObject([
      {
        result: "exists",
        message: "Twice in this list",
        note: "Line 2 has this address too, and is the one that counts.",
      },
      { full_name: "Dora Hale", result: "created" },
    ]);
  });
  it("creates one member, one invitation and one mail each when a list is imported twice at once", async () => {
    await takeMails(club);
    const emails = Array.from({ length: 450 }, (_, n) => `twin${String(n).padStart(3, "0")}@castell.example`);
    const text = emails.map((email, n) => `Twin ${n % 10}, ${email}`).join("\n");
    const backwards = text.split("\n").toReversed().join("\n");
    const answers = await Promise.all(
      [text, text, backwards].map((list) => admin("POST", "/api/member-imports", { members: membersOf(list) })),
    );
    expect(answers.map(({ status, body }) => [status, body.total])).toEqual([
      [200, 450],
      [200, 450],
      [200, 450],
    ]);
    const results = answers.flatMap(({ body }) => body.items as { result: string }[]);
    expect(results.filter(({ result }) => result === "created")).toHaveLength(450);
    expect(results.filter(({ result }) => result === "exists")).toHaveLength(900);
    for (const table of ["pending_members", "invitations"] as const) {
      const rows = await club.db.selectFrom(table).select("email").where("email", "like", "twin%").execute();
      expect(rows.map(({ email }) => email).toSorted()).toEqual(emails);
    }
    const mails = await takeMails(club);
    expect(mails.map(({ to }) => to).toSorted()).toEqual(emails);
  });
  it("creates nobody the second time, and returns that for every line", async () => {
    const text = "Once, once@castell.example\nTwice, twice@castell.example";
    await admin("POST", "/api/member-imports", { members: membersOf(text) });
    await takeMails(club);
    const again = await admin("POST", "/api/member-imports", { members: membersOf(text) });
    expect(resultsOf(again)).toEqual([
      [1, "exists", "Already exists"],
      [2, "exists", "Already exists"],
    ]);
    expect([again.body.created, again.body.total]).toEqual([0, 2]);
    expect(await takeMails(club)).toEqual([]);
  });
  it("writes an audit row for each member and each invitation, with the admin as its actor", async () => {
    const text = "Audited, audited@castell.example";
    await admin("POST", "/api/member-imports", { members: membersOf(text) });
    const member = await club.db
      .selectFrom("pending_members")
      .select(["id", "created_by"])
      .where("email", "=", "audited@castell.example")
      .executeTakeFirstOrThrow();
    const invitation = await club.db
      .selectFrom("invitations")
      .select("id")
      .where("email", "=", "audited@castell.example")
      .executeTakeFirstOrThrow();
    const audits = await club.db
      .selectFrom("audit_events")
      .select(["kind", "actor_id"])
      .where("subject_id", "in", [member.id, invitation.id])
      .orderBy("kind")
      .execute();
    expect(audits).toEqual([
      { kind: "invitation_created", actor_id: member.created_by },
      { kind: "member_imported", actor_id: member.created_by },
    ]);
  });
  it("writes audit rows in the order of the list", async () => {
    const emails = Array.from({ length: 60 }, (_, n) => `order${n}@castell.example`);
    await admin("POST", "/api/member-imports", { members: membersOf(emails.join("\n")), send_invitations: false });
    const { body } = await admin("GET", "/api/audit-events?kind=member_imported&limit=60");
    expect(body.items.map(({ subject }: { subject: { email: string } }) => subject.email)).toEqual(emails.toReversed());
  });
  it("stores the tier of new people until they register, and leaves the tier of known ones and returns that", async () => {
    const known = await buildPerson(club.db, { email: "known@tier.example" });
    const members = ["VIP", "", "premium", undefined].map((tier, index) => {
      const email = [`new@tier.example`, "plain@tier.example", known.email, known.email][index];
      return { line: index + 1, full_name: `Tier ${index}`, email, tier };
    });
    const preview = await admin("POST", "/api/member-imports/preview", { members });
    const { body } = await admin("POST", "/api/member-imports", { members, send_invitations: false });
    expect(preview.body).toEqual(body);
    const kept = "Only new people get the plan of their line. Theirs stays as it is.";
    expect(body.items).toMatchObject([
      { line: 1, result: "created", message: "Created successfully", tier: "vip" },
      { line: 2, result: "created", message: "Created successfully" },
      { line: 3, result: "exists", message: "Already exists", tier: "premium", note: kept },
      { line: 4, result: "exists", message: "Already exists" },
    ]);
    expect([body.items[0].note, body.items[1].tier, body.items[3].note]).toEqual([undefined, undefined, undefined]);
    const rows = await club.db
      .selectFrom("pending_members")
      .select(["email", "tier"])
      .where("email", "like", "%@tier.example")
      .orderBy("email")
      .execute();
    expect(rows).toEqual([
      { email: "new@tier.example", tier: "vip" },
      { email: "plain@tier.example", tier: null },
    ]);
    expect(await club.db.selectFrom("memberships").select("id").execute()).toEqual([]);
  });
  it("leaves an open invitation as it is, sends no second mail, and returns that for the line", async () => {
    await takeMails(club);
    const standing = await buildInvitation(club.db, { email: "invited@castell.example" });
    const { body } = await admin("POST", "/api/member-imports", {
      members: membersOf("Invited, invited@castell.example"),
    });
    expect(body.items).toMatchObject([
      {
        result: "created",
        message: "Created successfully",
        note: "Has an unused invitation already, so no new one was sent.",
      },
    ]);
    const rows = await club.db
      .selectFrom("invitations")
      .select(["id", "expires_at"])
      .where("email", "=", "invited@castell.example")
      .execute();
    expect(rows).toEqual([{ id: standing.id, expires_at: standing.expires_at }]);
    expect(await takeMails(club)).toEqual([]);
  });
  it("creates a person from a second line with the address when the first has a known name", async () => {
    await buildMember(club.db, { full_name: "Shared Name" });
    const text = "Shared Name, shared@castell.example\nOwn Name, shared@castell.example";
    const answer = await admin("POST", "/api/member-imports", { members: membersOf(text) });
    expect(resultsOf(answer).map(([, result]) => result)).toEqual(["exists", "created"]);
  });
  it("accepts 5,000 members at most and returns a result for each", async () => {
    const text = Array.from({ length: 5000 }, (_, n) => `Many ${n}, many${n}@castell.example`).join("\n");
    const { body } = await admin("POST", "/api/member-imports", { members: membersOf(text) });
    expect([body.created, body.total, body.items.length, body.items[4999].line]).toEqual([5000, 5000, 5000, 5000]);
    const refused = await admin("POST", "/api/member-imports", {
      members: membersOf(`${text}\none.more@castell.example`),
    });
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      "This list has 5,001 members. Please import at most 5,000 at a time.",
    ]);
  });
  it("sends a new invitation when the earlier one has expired", async () => {
    const created_at = new Date(Date.now() - 40 * 24 * 60 * 60 * 1000);
    const expired = await buildInvitation(club.db, { email: "late@castell.example", created_at });
    await admin("POST", "/api/member-imports", { members: membersOf("Late, late@castell.example") });
    const rows = await club.db
      .selectFrom("invitations")
      .select("code")
      .where("email", "=", "late@castell.example")
      .execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.code).not.toBe(expired.code);
  });
  it("reports 'Failed to create' for a rejected row, 'Error occurred' for an unexpected error, and continues", async () => {
    await sql`alter table pending_members add check (full_name <> 'Refused Row')`.execute(club.db);
    await sql`create function cause_trouble() returns trigger language plpgsql as $$ begin raise 'trouble'; end $$`.execute(
      club.db,
    );
    await sql`create trigger trouble before insert on pending_members for each row
      when (new.full_name = 'Trouble Row') execute function cause_trouble()`.execute(club.db);
    const fine = Array.from({ length: 20 }, (_, n) => `Fine Row, f${n}@castell.example`);
    const text = ["Refused Row, r@castell.example", "Trouble Row, t@castell.example", ...fine].join("\n");
    const answer = await admin("POST", "/api/member-imports", { members: membersOf(text) });
    expect(resultsOf(answer).slice(0, 3)).toEqual([
      [1, "failed", "Failed to create"],
      [2, "error", "Error occurred"],
      [3, "created", "Created successfully"],
    ]);
    expect([answer.body.created, answer.body.total]).toEqual([20, 22]);
  });
});

describe("POST /member-imports/preview", () => {
  it("requires members", async () => {
    expect((await admin("POST", "/api/member-imports/preview", {})).body.errors[0].path).toBe("members");
  });
  it("shows what an import would do and changes nothing", async () => {
    const text = "New One, new@preview.example\nNew One, new@preview.example";
    const answer = await admin("POST", "/api/member-imports/preview", { members: membersOf(text) });
    expect(resultsOf(answer).map(([line, result]) => [line, result])).toEqual([
      [1, "created"],
      [2, "exists"],
    ]);
    const rows = await club.db
      .selectFrom("pending_members")
      .select("id")
      .where("email", "=", "new@preview.example")
      .execute();
    expect(rows).toEqual([]);
  });
});
