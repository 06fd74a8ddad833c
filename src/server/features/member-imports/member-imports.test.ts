import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildAdmin, buildInvitation, buildMember, buildPerson } from "#server/sample/builders.ts";
import { ladder } from "#tests/support/ladder.ts";
import { type Call, createTestClub, type TestClub } from "#tests/support/test-club.ts";

let club: TestClub;
let admin: Call;
beforeAll(async () => {
  club = await createTestClub();
  admin = await club.as(await buildAdmin(club.db));
});
afterAll(() => club.close());

const resultsOf = (answer: { body: { items: { line: number; result: string; message: string }[] } }) =>
  answer.body.items.map(({ line, result, message }) => [line, result, message]);

ladder(
  "POST /member-imports",
  "admin",
  () => club,
  { path: "/member-imports", body: { text: "a@castell.example" } },
  () => {
    it("says what a line has to look like when none is valid", async () => {
      const answer = await admin("POST", "/api/member-imports", { text: "Mina Castell\n\nnobody" });
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({
        code: "no_valid_members",
        detail: "Please check your format. Use: Name, name@kindling.example (one per line)",
      });
    });
    it("answers for each line, counts the valid ones, and skips whom the club knows", async () => {
      await buildMember(club.db, { full_name: "Known Name" });
      await buildPerson(club.db, { email: "known@castell.example" });
      const text = [
        "Mina Castell, mina@castell.example",
        "",
        "Owen Castell - Owen@Castell.example",
        "Zoë Brandt\tzoe@castell.example",
        "solo@castell.example",
        "Mina Again, mina@castell.example",
        "Known Name, other@castell.example",
        "Somebody, known@castell.example",
        "no address here",
      ].join("\n");
      const answer = await admin("POST", "/api/member-imports", { text, send_invitations: false });
      expect(resultsOf(answer)).toEqual([
        [1, "created", "Created successfully"],
        [3, "created", "Created successfully"],
        [4, "created", "Created successfully"],
        [5, "created", "Created successfully"],
        [6, "exists", "Already exists"],
        [7, "exists", "Already exists"],
        [8, "exists", "Already exists"],
        [9, "invalid", "There is no email address in this line"],
      ]);
      expect([answer.body.created, answer.body.total]).toEqual([4, 7]);
      const rows = await club.db.selectFrom("pending_members").select(["full_name", "email"]).orderBy("id").execute();
      expect(rows).toEqual([
        { full_name: "Mina Castell", email: "mina@castell.example" },
        { full_name: "Owen Castell", email: "owen@castell.example" },
        { full_name: "Zoë Brandt", email: "zoe@castell.example" },
        { full_name: "solo", email: "solo@castell.example" },
      ]);
      expect(await club.db.selectFrom("invitations").select("id").execute()).toEqual([]);
    });
    it("invites whom it imports, unless told not to, and creates nobody twice when run twice at once", async () => {
      const text = Array.from({ length: 20 }, (_, n) => `Guest ${n}, guest${n}@castell.example`).join("\n");
      const answers = await Promise.all([1, 2].map(() => admin("POST", "/api/member-imports", { text })));
      expect(answers.reduce((sum, { body }) => sum + body.created, 0)).toBe(20);
      const invited = await club.db
        .selectFrom("invitations")
        .select("email")
        .where("email", "like", "guest%@castell.example")
        .execute();
      expect(invited).toHaveLength(20);
    });
    it("invites anew whose invitation has expired", async () => {
      const created_at = new Date(Date.now() - 40 * 24 * 60 * 60 * 1000);
      const expired = await buildInvitation(club.db, { email: "late@castell.example", created_at });
      await admin("POST", "/api/member-imports", { text: "Late, late@castell.example" });
      const rows = await club.db
        .selectFrom("invitations")
        .select("code")
        .where("email", "=", "late@castell.example")
        .execute();
      expect(rows).toHaveLength(1);
      expect(rows[0]?.code).not.toBe(expired.code);
    });
    it("says 'Failed to create' of a row that the database refuses, 'Error occurred' of trouble, and goes on", async () => {
      await sql`alter table pending_members add check (full_name <> 'Refused Row')`.execute(club.db);
      await sql`create function cause_trouble() returns trigger language plpgsql as $$ begin raise 'trouble'; end $$`.execute(
        club.db,
      );
      await sql`create trigger trouble before insert on pending_members for each row
      when (new.full_name = 'Trouble Row') execute function cause_trouble()`.execute(club.db);
      const text = "Refused Row, r@castell.example\nTrouble Row, t@castell.example\nFine Row, f@castell.example";
      const answer = await admin("POST", "/api/member-imports", { text });
      expect(resultsOf(answer)).toEqual([
        [1, "failed", "Failed to create"],
        [2, "error", "Error occurred"],
        [3, "created", "Created successfully"],
      ]);
    });
  },
);

ladder(
  "POST /member-imports/preview",
  "admin",
  () => club,
  { path: "/member-imports/preview", body: { text: "a@b.example" } },
  () => {
    it("asks for a text", async () => {
      expect((await admin("POST", "/api/member-imports/preview", {})).body.errors[0].path).toBe("text");
    });
    it("shows what an import would do and does nothing", async () => {
      const text = "New One, new@preview.example\nNew One, new@preview.example\nwrong";
      const answer = await admin("POST", "/api/member-imports/preview", { text });
      expect(resultsOf(answer).map(([line, result]) => [line, result])).toEqual([
        [1, "created"],
        [2, "exists"],
        [3, "invalid"],
      ]);
      const rows = await club.db
        .selectFrom("pending_members")
        .select("id")
        .where("email", "=", "new@preview.example")
        .execute();
      expect(rows).toEqual([]);
    });
  },
);
