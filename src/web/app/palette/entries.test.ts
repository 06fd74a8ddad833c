import { describe, expect, it } from "vitest";
import type { Session } from "#shared/account/session.ts";
import { defaultClub } from "#shared/settings/club.ts";
import { openTabs, viewAddress } from "../members/match-view.ts";
import { commandsFor, pageEntries } from "./entries.ts";
import { matching } from "./find.ts";
import { shortcutsFor } from "./shortcuts.ts";
import { searchesFor } from "./use-records.ts";

const sessionOf = (rights: Pick<Session, "role" | "membership_status">): Session => ({
  expires_at: 4_000_000_000,
  expires_in: 3600,
  token_type: "cookie",
  user: {
    id: "0190a0a0-0000-7000-8000-000000000001",
    email: "amara@kindling.example",
    email_verified: true,
    identities: [],
    factors: [],
    user_metadata: { full_name: null, name: null, avatar_url: null },
  },
  membership_end: null,
  ...rights,
});
const admin = sessionOf({ role: "admin", membership_status: "approved" });
const member = sessionOf({ role: "member", membership_status: "approved" });
const pending = sessionOf({ role: null, membership_status: "pending" });

const placeOf = (session: Session) => ({ tabs: openTabs(session), addressOf: viewAddress });
const labelsFor = (session: Session) => pageEntries(placeOf(session), defaultClub, undefined).map(({ label }) => label);

describe("The pages of the palette", () => {
  it("The palette lists the admins' screens for an admin only", () => {
    expect(labelsFor(admin)).toEqual(expect.arrayContaining(["Membership Requests", "Today", "Money", "Audit"]));
    for (const label of ["Membership Requests", "Today", "Money", "Audit", "Profiles to Review"])
      expect(labelsFor(member)).not.toContain(label);
  });

  it("The palette lists no deals for somebody who waits for approval", () => {
    expect(labelsFor(member)).toContain("Open Deals");
    expect(labelsFor(pending)).not.toContain("Open Deals");
    expect(labelsFor(pending)).toContain("View Directory");
  });

  it("The palette tells how many membership requests wait", () => {
    const counts = { membership_requests: 6 } as never;
    const requests = pageEntries(placeOf(admin), defaultClub, counts).find(
      ({ label }) => label === "Membership Requests",
    );
    expect(requests).toMatchObject({
      label: "Membership Requests",
      hint: "Admin, 6 waiting",
      to: "/members?tab=admin&view=requests",
      letter: "r",
    });
  });
});

describe("The letters after G", () => {
  it.each([admin, member, pending])("Each letter after G opens a screen of its own", (session) => {
    const letters = shortcutsFor(placeOf(session)).map(({ letter }) => letter);
    expect(new Set(letters).size).toBe(letters.length);
  });

  it("No letter after G opens a screen of the admins for a member", () => {
    expect(shortcutsFor(placeOf(member)).map(({ letter }) => letter)).toEqual(["p", "o", "i", "f", "d", "m", "e", "a"]);
  });
});

describe("The lists that are searched", () => {
  const none = {
    members: false,
    people: false,
    directory: false,
    desk: false,
    today: false,
    toDo: false,
    documents: false,
    updates: false,
    portfolio: false,
    commitments: false,
    openDeals: false,
    events: false,
  };
  const all = { ...none, portfolio: true, events: true, toDo: true, documents: true, directory: true };
  const own = { ...all, commitments: true };

  it.each([
    ["a member with a statement", member, "open", { ...own, members: true, openDeals: true }],
    ["a member whose statement ended", member, "statement_expired", { ...own, members: true }],
    ["a member before it is known", member, undefined, { ...own, members: true }],
    ["an admin without a statement", admin, "statement_required", { ...own, people: true, desk: true, today: true }],
    ["an admin with one", admin, "open", { ...own, people: true, desk: true, today: true, openDeals: true }],
    ["somebody who waits for approval", pending, "membership_required", { ...all, members: true }],
  ] as const)("The palette searches the right lists for %s", (_who, session, gate, expected) => {
    expect(searchesFor(session, "alder", gate)).toEqual(expected);
    expect(searchesFor(session, "", gate)).toEqual(none);
  });

  it("Updates are searched where a word asks for them", () => {
    expect(searchesFor(member, "saltmarsh update", "open").updates).toBe(true);
    expect(searchesFor(pending, "update", undefined).updates).toBe(false);
  });

  it("Deals are searched from the second letter on, as what is found is recorded", () => {
    expect(searchesFor(member, "a", "open").openDeals).toBe(false);
    expect(searchesFor(member, "al", "open").openDeals).toBe(true);
  });
});

describe("The commands", () => {
  const done: string[] = [];
  const commands = commandsFor({
    theme: "light",
    chooseTheme: (theme) => done.push(theme),
    showShortcuts: () => done.push("shortcuts"),
    signOut: () => done.push("sign out"),
  });

  it.each([
    ["dark", "dark"],
    ["light", "light"],
    ["system colours", "system"],
    ["shortcuts", "shortcuts"],
    ["sign out", "sign out"],
    ["log out", "sign out"],
  ])("A command is found by its words and runs: %s", (typed, expected) => {
    done.length = 0;
    matching(commands, typed)[0]?.run();
    expect(done).toEqual([expected]);
  });

  it("The commands show which colours are chosen now", () => {
    expect(matching(commands, "chosen").map(({ label }) => label)).toEqual(["Light colours"]);
  });
});
