import { beforeAll, describe, expect, it } from "vitest";
import { collectData } from "#server/auth/account/export/collect-data.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin, buildPerson, buildSubmission, type Person } from "#server/sample/builders.ts";
import { noticeRules } from "#shared/notices/notice-rules.ts";
import { noticeTopics } from "#shared/notices/notice-topics.ts";
import type { NoticeKind } from "#shared/notices/notices.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";

const gone = "01900000-0000-7000-8000-000000000000";
const club = await openTestApp({ now: () => new Date("2026-11-22T10:00:00Z") });

const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 9, minute));

/** Oldest first. */
async function tell({ id }: Person, ...kinds: NoticeKind[]): Promise<string[]> {
  const rows = kinds.map((kind, minute) => ({ user_id: id, kind, created_at: at(minute) }));
  return (await club.db.insertInto("notices").values(rows).returning("id").execute()).map((row) => row.id);
}

const markRead = (id = "") =>
  club.db
    .updateTable("notices")
    .set({ read_at: at(30) })
    .where("id", "=", id)
    .execute();
const readTimesOf = async ({ id }: Person) =>
  (await club.db.selectFrom("notices").select("read_at").where("user_id", "=", id).orderBy("created_at").execute()).map(
    ({ read_at }) => read_at?.toISOString() ?? null,
  );

describe("GET /notices", () => {
  it("returns 422 for an invalid cursor", async () => {
    const reader = await club.as(await buildPerson(club.db));
    const { status, body } = await reader("GET", "/api/notices?cursor=elsewhere");
    expect([status, body.errors[0].path]).toEqual([422, "cursor"]);
  });

  it("shows nobody another person's notices, not even an admin", async () => {
    await tell(await buildPerson(club.db), "membership_approved");
    const admin = await club.as(await buildAdmin(club.db));
    expect((await admin("GET", "/api/notices")).body).toEqual({ items: [], next_cursor: null, unread_count: 0 });
  });

  it("shows notices of deals only while deals are shown, and neither counts nor marks them otherwise", async () => {
    await setDeals(club.db);
    const [current, lapsed] = [
      await buildInvestor(club.db, { signed_at: new Date("2026-11-21T10:00:00Z") }),
      await buildInvestor(club.db, { signed_at: new Date("2025-11-21T10:00:00Z") }),
    ];
    const kinds = Object.keys(noticeRules) as NoticeKind[];
    const offers = kinds.filter((kind) => noticeTopics[noticeRules[kind].about].class === "promotion");
    expect(offers).toHaveLength(5);
    for (const person of [current, lapsed]) await tell(person, ...offers, "statement_ended");
    const readerOf = async (person: Person) => {
      const reader = await club.as(person);
      const { body } = await reader("GET", "/api/notices");
      return { reader, unread: body.unread_count, kinds: body.items.map(({ kind }: { kind: string }) => kind) };
    };
    expect(await readerOf(current)).toMatchObject({ unread: 6, kinds: ["statement_ended", ...offers.toReversed()] });
    const { reader, ...seen } = await readerOf(lapsed);
    expect(seen).toEqual({ unread: 1, kinds: ["statement_ended"] });
    expect((await reader("POST", "/api/notices/read", { all: true })).body.unread_count).toBe(0);
    expect(await readTimesOf(lapsed)).toEqual([...offers.map(() => null), "2026-11-22T10:00:00.000Z"]);
  });

  it("shows a rejected person their own notices, newest first in pages, and the number of unread ones", async () => {
    const person = await buildPerson(club.db, { status: "rejected" });
    const [first, second, third] = await tell(person, "profile_rejected", "profile_approved", "membership_rejected");
    await markRead(second);
    const reader = await club.as(person);
    const { status, body } = await reader("GET", "/api/notices?limit=2");
    expect([status, body.unread_count]).toEqual([200, 2]);
    expect(body.items).toEqual([
      {
        id: third,
        kind: "membership_rejected",
        text: "Your membership request was not approved.",
        subject_id: null,
        path: "/members?tab=account",
        created_at: "2026-11-22T09:02:00.000Z",
        read_at: null,
      },
      {
        id: second,
        kind: "profile_approved",
        text: "Your profile is in the member directory.",
        subject_id: null,
        path: "/members?tab=directory",
        created_at: "2026-11-22T09:01:00.000Z",
        read_at: "2026-11-22T09:30:00.000Z",
      },
    ]);
    const rest = await reader("GET", `/api/notices?limit=2&cursor=${body.next_cursor}`);
    expect(rest.body).toMatchObject({ items: [{ id: first }], next_cursor: null, unread_count: 2 });
  });
});

describe("POST /notices/read", () => {
  let person: Person;
  let reader: Call;
  let ids: string[];
  beforeAll(async () => {
    person = await buildPerson(club.db);
    reader = await club.as(person);
    ids = await tell(person, "membership_approved", "profile_rejected", "profile_approved");
  });

  it.each([{}, { ids: [] }, { ids: ["1"] }, { all: false }, { all: true, ids: [gone] }])(
    "returns 422 for %j",
    async (body) => {
      const answer = await reader("POST", "/api/notices/read", body);
      expect([answer.status, answer.body.code]).toEqual([422, "invalid_body"]);
      expect(await readTimesOf(person)).toEqual([null, null, null]);
    },
  );

  it("marks no other person's notices, neither by id nor with all", async () => {
    const other = await club.as(await buildAdmin(club.db));
    for (const body of [{ ids: [...ids, gone] }, { all: true }]) {
      const answer = await other("POST", "/api/notices/read", body);
      expect([answer.status, answer.body]).toEqual([200, { unread_count: 0 }]);
    }
    expect(await readTimesOf(person)).toEqual([null, null, null]);
  });

  it("marks the given notices once, and then the rest", async () => {
    await markRead(ids[0]);
    const some = await reader("POST", "/api/notices/read", { ids: ids.slice(0, 2) });
    expect([some.status, some.body]).toEqual([200, { unread_count: 1 }]);
    expect(await readTimesOf(person)).toEqual(["2026-11-22T09:30:00.000Z", "2026-11-22T10:00:00.000Z", null]);
    expect((await reader("POST", "/api/notices/read", { all: true })).body).toEqual({ unread_count: 0 });
    expect((await readTimesOf(person)).at(-1)).toBe("2026-11-22T10:00:00.000Z");
  });
});

describe("A notice", () => {
  const noticesOf = (userId: string) =>
    club.db.selectFrom("notices").select(["kind", "subject_id"]).where("user_id", "=", userId).execute();
  let admin: Call;
  beforeAll(async () => {
    admin = await club.as(await buildAdmin(club.db));
  });

  it.each([
    ["approve", "membership_approved"],
    ["reject", "membership_rejected"],
  ])("A notice tells a person that an admin decided on their membership, once: %s", async (decision, kind) => {
    const { id } = await buildPerson(club.db, { status: "pending" });
    for (const status of [200, 200]) {
      expect((await admin("POST", `/api/membership-requests/${id}/${decision}`)).status).toBe(status);
    }
    expect(await noticesOf(id)).toEqual([{ kind, subject_id: null }]);
  });

  it.each([
    ["approve", "profile_approved"],
    ["reject", "profile_rejected"],
  ])("A notice tells a person that an admin decided on their profile: %s", async (decision, kind) => {
    const { id, user_id } = await buildSubmission(club.db);
    expect((await admin("POST", `/api/member-profile-submissions/${id}/${decision}`, {})).status).toBe(200);
    expect(await noticesOf(user_id)).toEqual([{ kind, subject_id: id }]);
  });

  it("A notice is not written when its change is rolled back", async () => {
    const { id } = await buildPerson(club.db);
    const failing = club.asActor({ userId: id }, async (_tx, effects) => {
      effects.notify(id, "membership_approved");
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await noticesOf(id)).toEqual([]);
  });

  it("A notice is part of the data that a person downloads, and is deleted with the account", async () => {
    const person = await buildPerson(club.db);
    await tell(person, "membership_approved");
    const data = await club.asOwner(null, (tx) => collectData(tx, person.id, club));
    expect(data.notices).toMatchObject([{ kind: "membership_approved" }]);
    await club.deleteAccount(person.id, { actorId: null, reason: "requested" }, async () => true);
    expect(await noticesOf(person.id)).toEqual([]);
  });
});
