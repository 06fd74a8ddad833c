import { describe, expect, it } from "vitest";
import { buildAdmin, buildMember, buildPerson } from "#server/sample/builders.ts";
import { openTestApp } from "#tests/support/test-app.ts";

const club = await openTestApp();

describe("GET /member-profiles", () => {
  it("returns 422 with the invalid field", async () => {
    const call = await club.as(await buildPerson(club.db));
    const answer = await call("GET", "/api/member-profiles?limit=1000");
    expect([answer.status, answer.body.code, answer.body.errors[0].path]).toEqual([422, "invalid_body", "limit"]);
  });
  it("shows a pending person the visible profiles, newest first, page by page, each once", async () => {
    for (let day = 1; day <= 5; day++) {
      await buildMember(club.db, { full_name: `Member ${day}`, created_at: new Date(`2026-01-0${day}T10:00:00Z`) });
    }
    await buildMember(club.db, { full_name: "Hidden", profile: { is_visible: false } });
    const call = await club.as(await buildPerson(club.db, { status: "pending" }));
    const first = await call("GET", "/api/member-profiles?limit=3");
    const second = await call("GET", `/api/member-profiles?limit=3&cursor=${first.body.next_cursor}`);
    expect(first.body.items.map((item: { full_name: string }) => item.full_name)).toEqual([
      "Member 5",
      "Member 4",
      "Member 3",
    ]);
    expect(second.body.items.map((item: { full_name: string }) => item.full_name)).toEqual(["Member 2", "Member 1"]);
    expect(second.body.next_cursor).toBeNull();
  });
  it("returns 304 when the page has not changed", async () => {
    const call = await club.as(await buildPerson(club.db));
    const { headers } = await call("GET", "/api/member-profiles");
    const again = await call("GET", "/api/member-profiles", undefined, {
      "if-none-match": headers.get("etag") ?? "",
    });
    expect([again.status, again.body]).toEqual([304, ""]);
  });
  it("returns a new page after every change of a profile, by its owner or an admin", async () => {
    const { id } = await buildMember(club.db, { full_name: "Before" });
    const call = await club.as(await buildPerson(club.db));
    const own = () => club.db.updateTable("member_profiles").where("user_id", "=", id);
    const changes: [made: string, change: () => Promise<unknown>][] = [
      ["another name", () => own().set({ full_name: "After" }).execute()],
      ["hidden", () => own().set({ is_visible: false }).execute()],
      ["shown again", () => own().set({ is_visible: true }).execute()],
      ["a new one", () => buildMember(club.db)],
      ["gone with its person", () => club.db.deleteFrom("auth.users").where("id", "=", id).execute()],
    ];
    const tags = new Set<string | null>();
    for (const [made, change] of changes) {
      const before = await call("GET", "/api/member-profiles");
      await change();
      const known = { "if-none-match": before.headers.get("etag") ?? "" };
      const after = await call("GET", "/api/member-profiles", undefined, known);
      expect([made, after.status]).toEqual([made, 200]);
      expect(after.body).not.toEqual(before.body);
      tags.add(before.headers.get("etag"));
    }
    expect(tags.size).toBe(changes.length);
  });
});

describe("GET /member-profiles/filters", () => {
  it("lists the skills and places of visible profiles, most used first, each once in any letter case", async () => {
    const profiles = [
      { location: "Ullapool", expertise: ["Kelp farming", "Ferries"] },
      { location: "Ullapool", expertise: ["Kelp Farming", "kelp farming"] },
      { location: "ullapool", expertise: ["Kelp farming"] },
      { location: "Stornoway", expertise: ["Ferries"] },
      { location: "Stornoway", is_visible: false },
    ];
    for (const profile of profiles) await buildMember(club.db, { profile });
    const call = await club.as(await buildPerson(club.db, { status: "pending" }));
    const { status, body } = await call("GET", "/api/member-profiles/filters");
    expect(status).toBe(200);
    expect(body.locations).toEqual([
      { value: "Ullapool", members: 3 },
      { value: "Stornoway", members: 1 },
    ]);
    expect(body.expertise).toEqual([
      { value: "Kelp farming", members: 3 },
      { value: "Ferries", members: 2 },
    ]);
  });
  it("returns 304 when the list has not changed", async () => {
    const call = await club.as(await buildPerson(club.db));
    const { headers } = await call("GET", "/api/member-profiles/filters");
    const known = { "if-none-match": headers.get("etag") ?? "" };
    expect((await call("GET", "/api/member-profiles/filters", undefined, known)).status).toBe(304);
  });
});

const nobody = "01980000-0000-7000-8000-000000000000";
describe("GET /member-profiles/{id}", () => {
  it("rejects an invalid id", async () => {
    const call = await club.as(await buildPerson(club.db));
    const answer = await call("GET", "/api/member-profiles/tomasz");
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, "id"]);
  });
  it("returns the same response for a hidden profile as for an unknown one", async () => {
    const hidden = await buildMember(club.db, { profile: { is_visible: false } });
    const call = await club.as(await buildPerson(club.db));
    for (const id of [hidden.profile.id, nobody]) {
      const { status, body } = await call("GET", `/api/member-profiles/${id}`);
      expect([status, body.code, body.detail]).toEqual([
        404,
        "not_found",
        "There is no profile here, or not for you to see.",
      ]);
    }
  });
  it("returns a visible profile to everybody, and a hidden one to its owner and to admins", async () => {
    const { profile } = await buildMember(club.db, { full_name: "Ines Duarte" });
    const call = await club.as(await buildPerson(club.db, { status: "pending" }));
    const { status, body } = await call("GET", `/api/member-profiles/${profile.id}`);
    expect([status, body.full_name, body.id]).toEqual([200, "Ines Duarte", profile.id]);
    expect(body).not.toHaveProperty("search_text");

    const hidden = await buildMember(club.db, { profile: { is_visible: false } });
    for (const person of [hidden, await buildAdmin(club.db)]) {
      const own = await (await club.as(person))("GET", `/api/member-profiles/${hidden.profile.id}`);
      expect([own.status, own.body.is_visible]).toEqual([200, false]);
    }
  });
});

describe("GET /member-profiles/me", () => {
  it("returns null before a profile is approved, and the person's own hidden profile afterwards", async () => {
    const call = await club.as(await buildPerson(club.db));
    expect((await call("GET", "/api/member-profiles/me")).body).toBeNull();
    const member = await buildMember(club.db, { full_name: "Mina Castell", profile: { is_visible: false } });
    const { body } = await (await club.as(member))("GET", "/api/member-profiles/me");
    expect(body).toMatchObject({ user_id: member.id, full_name: "Mina Castell", is_visible: false });
  });
});

describe("PUT /member-profiles/me", () => {
  it("describes the error in each field", async () => {
    const call = await club.as(await buildMember(club.db));
    const { status, body } = await call("PUT", "/api/member-profiles/me", {
      full_name: "M",
      website_url: "javascript:alert(1)",
    });
    expect(status).toBe(422);
    expect(body.errors).toEqual([
      { path: "full_name", message: "Full name must be at least 2 characters" },
      { path: "website_url", message: "Invalid url" },
    ]);
  });
  it("refuses to create a profile that was never approved", async () => {
    const call = await club.as(await buildPerson(club.db));
    const answer = await call("PUT", "/api/member-profiles/me", { full_name: "Mina Castell" });
    expect([answer.status, answer.body.code]).toEqual([404, "profile_not_found"]);
  });
  it("saves the person's own profile, keeps it visible, stores empty fields as null, and writes an audit row", async () => {
    const member = await buildMember(club.db, { profile: { is_visible: false, company: "Old Ltd" } });
    const other = await buildMember(club.db, { full_name: "Somebody Else" });
    const saved = await (await club.as(member))("PUT", "/api/member-profiles/me", {
      full_name: "Mina Castell",
      bio: "",
      company: "",
      expertise: [],
      website_url: "https://castell.example",
    });
    expect(saved.status).toBe(200);
    const rows = await club.db
      .selectFrom("member_profiles")
      .selectAll()
      .where("user_id", "in", [member.id, other.id])
      .execute();
    expect(rows.find((row) => row.user_id === member.id)).toMatchObject({
      full_name: "Mina Castell",
      bio: "",
      company: null,
      expertise: null,
      website_url: "https://castell.example",
      is_visible: true,
    });
    expect(rows.find((row) => row.user_id === other.id)?.full_name).toBe("Somebody Else");
    const audit = await club.db.selectFrom("audit_events").selectAll().where("actor_id", "=", member.id).execute();
    expect(audit).toMatchObject([{ kind: "profile_saved", subject_id: saved.body.id }]);
  });
});

describe("PUT /member-profiles/me in two windows", () => {
  it("returns 409 with the saved profile for changes begun before the other window saved", async () => {
    const call = await club.as(await buildMember(club.db, { full_name: "Mina Castell" }));
    const path = "/api/member-profiles/me";
    const { body: opened } = await call("GET", path);
    const version = { expected_version: opened.updated_at };
    const first = await call("PUT", path, { full_name: "Mina Castell", location: "Swansea", ...version });
    expect([first.status, first.body.location]).toEqual([200, "Swansea"]);
    const second = await call("PUT", path, { full_name: "Mina Castell", position: "Founder", ...version });
    expect([second.status, second.body.code, second.body.record]).toEqual([409, "revision_conflict", first.body]);
    expect((await call("GET", path)).body.location).toBe("Swansea");
  });
});

describe("PUT /member-profiles/me/hidden", () => {
  it("returns 404 for a profile that was never approved", async () => {
    const answer = await (await club.as(await buildPerson(club.db)))("PUT", "/api/member-profiles/me/hidden");
    expect([answer.status, answer.body.code]).toEqual([404, "profile_not_found"]);
  });
  it("hides the person's own profile, and saving the profile does not show it again", async () => {
    const member = await buildMember(club.db, { full_name: "Mina Hides" });
    const call = await club.as(member);
    const reader = await club.as(await buildPerson(club.db));
    for (let time = 0; time < 2; time++) {
      const { status, body } = await call("PUT", "/api/member-profiles/me/hidden");
      expect([status, body.hidden_by_owner_at]).toEqual([200, expect.stringMatching(/Z$/)]);
    }
    const saved = await call("PUT", "/api/member-profiles/me", { full_name: "Mina Hides" });
    expect(saved.body).toMatchObject({ is_visible: true, hidden_by_owner_at: expect.stringMatching(/Z$/) });
    expect((await reader("GET", `/api/member-profiles/${member.profile.id}`)).status).toBe(404);
    expect((await reader("GET", "/api/member-profiles?q=hides")).body.items).toEqual([]);
    const audit = club.db.selectFrom("audit_events").select("kind").where("actor_id", "=", member.id).orderBy("id");
    expect((await audit.execute()).map(({ kind }) => kind)).toEqual(["profile_hidden", "profile_saved"]);
  });
});

describe("DELETE /member-profiles/me/hidden", () => {
  it("returns 404 when the profile was never approved", async () => {
    const answer = await (await club.as(await buildPerson(club.db)))("DELETE", "/api/member-profiles/me/hidden");
    expect([answer.status, answer.body.code]).toEqual([404, "profile_not_found"]);
  });
  it("shows the person's own profile again, with its skills and place in the filters", async () => {
    const member = await buildMember(club.db, { profile: { location: "Hidden Bay" } });
    const call = await club.as(member);
    const places = async () => {
      const { locations } = (await call("GET", "/api/member-profiles/filters")).body;
      return locations.filter(({ value }: { value: string }) => value === "Hidden Bay").length;
    };
    await call("PUT", "/api/member-profiles/me/hidden");
    expect(await places()).toBe(0);
    expect((await call("DELETE", "/api/member-profiles/me/hidden")).body.hidden_by_owner_at).toBeNull();
    expect(await places()).toBe(1);
  });
});

describe("A person whose membership was rejected", () => {
  it("A rejected person disappears from the directory, even for browsers that cached it", async () => {
    const member = await buildMember(club.db, { full_name: "Rita Refused", status: "pending" });
    const reader = await club.as(await buildPerson(club.db));
    const kept = await reader("GET", "/api/member-profiles");
    expect(kept.body.items.map((item: { full_name: string }) => item.full_name)).toContain("Rita Refused");
    await (await club.as(await buildAdmin(club.db)))("POST", `/api/membership-requests/${member.id}/reject`);
    const known = { "if-none-match": kept.headers.get("etag") ?? "" };
    const now = await reader("GET", "/api/member-profiles", undefined, known);
    expect(now.status).toBe(200);
    expect(now.body.items.map((item: { full_name: string }) => item.full_name)).not.toContain("Rita Refused");
    expect((await reader("GET", `/api/member-profiles/${member.profile.id}`)).status).toBe(404);
  });
});
