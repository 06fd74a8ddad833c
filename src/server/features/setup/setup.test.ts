import { beforeEach, describe, expect, it } from "vitest";
import { createApp } from "#server/open-app.ts";
import { welcomeAdmins } from "#server/ops/start/first-admins.ts";
import { buildAdmin, buildInvitation, buildPerson } from "#server/sample/builders.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";

const adminEmails = ["ada@harbour.example", "grace@harbour.example"];
const password = "seven quiet lanterns";
const form = {
  name: "Harbour Angels",
  operator: "Harbour Angels Ltd",
  company_number: "01234567",
  address: ["1 Quay Street", "Leith"],
  contact_email: "hello@harbour.example",
  regulation: "",
  start_with: "examples",
};

const club = await openTestApp({ adminEmails });
await club.db.updateTable("content_items").set({ is_example: true }).execute();

/** As at the first start: nobody has an account, and each first admin a link. */
async function startAgain(): Promise<Record<string, string>> {
  const { db } = club;
  await db.deleteFrom("club_setup").execute();
  await db.deleteFrom("auth.users").where("email", "in", adminEmails).execute();
  await db.deleteFrom("invitations").where("email", "in", adminEmails).execute();
  const links = await welcomeAdmins(db, { adminEmails, appUrl: club.appUrl }, new Date());
  return Object.fromEntries(links.map(({ email, url }) => [email, /token=(\w+)-/.exec(url)?.[1] ?? ""]));
}

const stateOf = async (call: Call) => (await call("GET", "/api/setup")).body;
const auditOf = async (kind: string) =>
  (await club.db.selectFrom("audit_events").select("details").where("kind", "=", kind).execute()).map(
    ({ details }) => details,
  );

describe("POST /setup/account", () => {
  let codes: Record<string, string>;
  beforeEach(async () => {
    codes = await startAgain();
  });
  const register = (email: string, more: object = {}) =>
    club.visitor("POST", "/api/setup/account", {
      code: codes[email],
      email,
      password,
      full_name: "Ada Byron",
      ...more,
    });
  const ada = "ada@harbour.example";

  it("returns 422 with every field that is missing or invalid", async () => {
    const { status, body } = await club.visitor("POST", "/api/setup/account", { code: " ", email: "x", password: "1" });
    expect([status, body.errors.map(({ path }: { path: string }) => path)]).toEqual([
      422,
      ["code", "email", "password", "full_name"],
    ]);
  });

  it("returns 422 to a wrong code, and to one that was made for another address", async () => {
    for (const more of [{ code: "WRONGCODE2" }, { code: codes["grace@harbour.example"] }]) {
      const { status, body } = await register(ada, more);
      expect([status, body.code]).toEqual([422, "invitation_invalid"]);
    }
    expect((await stateOf(club.visitor)).state).toBe("new");
  });

  it("makes a verified admin, signs the admin in without a mail, and lets them set the club up", async () => {
    await takeMails(club);
    const { status, headers, body } = await register(ada);
    expect([status, body.email]).toEqual([201, ada]);
    const cookie = headers.getSetCookie().find((line) => line.includes("session")) ?? "";
    const own: Call = (method, path, sent) => club.visitor(method, path, sent, { cookie: cookie.split(";")[0] ?? "" });
    const { session } = (await own("GET", "/api/session")).body;
    expect([session.role, session.user.email_verified, session.user.user_metadata.full_name]).toEqual([
      "admin",
      true,
      "Ada Byron",
    ]);
    expect(await stateOf(own)).toEqual({
      state: "started",
      is_mine: true,
      started_by_name: "Ada Byron",
      can: { finish: true, skip: true },
    });
    expect(await takeMails(club)).toEqual([]);
    expect(await auditOf("email_verified")).toContainEqual({ by: "first_admin_link" });
  });

  it("refuses a used link", async () => {
    await register(ada);
    expect((await register(ada)).body.code).toBe("invitation_used");
  });

  it("refuses the second first admin, who registers like everybody else", async () => {
    const grace = "grace@harbour.example";
    await register(ada);
    const refused = await register(grace);
    expect([refused.status, refused.body.code]).toEqual([409, "setup_closed"]);
    const account = { code: codes[grace], email: grace, password };
    expect((await club.visitor("POST", "/api/registrations", account)).status).toBe(201);
    const people = club.db.selectFrom("auth.users").select("email_verified").where("email", "=", grace);
    expect(await people.execute()).toEqual([{ email_verified: false }]);
  });

  it("lets one of two first admins through who press at once", async () => {
    const answers = await Promise.all(adminEmails.map((email) => register(email)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  it("refuses an invitation of somebody who is no first admin", async () => {
    const { code, email } = await buildInvitation(club.db, { email: "mina@harbour.example" });
    expect((await register(email, { code })).body.code).toBe("setup_closed");
    const people = club.db.selectFrom("auth.users").select("id").where("email", "=", email);
    expect(await people.execute()).toEqual([]);
  });

  it("begins the setup of a first admin who registered with the form", async () => {
    await club.visitor("POST", "/api/registrations", { code: codes[ada], email: ada, password });
    expect((await stateOf(club.visitor)).state).toBe("started");
    expect((await register("grace@harbour.example")).body.code).toBe("setup_closed");
  });
});

describe("GET /setup", () => {
  it("tells a visitor and a member whether the club is set up, and nothing of who does it", async () => {
    await club.db.deleteFrom("club_setup").execute();
    const admin = await buildAdmin(club.db, { full_name: "Amara Okafor" });
    await club.db.insertInto("club_setup").values({ started_by: admin.id }).execute();
    const seen = { state: "started", is_mine: false, started_by_name: null, can: { finish: false, skip: false } };
    expect(await stateOf(club.visitor)).toEqual(seen);
    expect(await stateOf(await club.as(await buildPerson(club.db)))).toEqual(seen);
    expect(await stateOf(await club.as(await buildAdmin(club.db)))).toEqual({
      ...seen,
      started_by_name: "Amara Okafor",
      can: { finish: false, skip: true },
    });
  });

  it("tells a first admin without the required second factor that the setup is theirs, and not yet open", async () => {
    const admin = await buildAdmin(club.db);
    await club.db.updateTable("club_setup").set({ started_by: admin.id }).execute();
    const strict = createApp({ ...club, isAdminTwoFactorRequired: true });
    const headers = { cookie: await club.cookieOf(admin), origin: club.appUrl };
    const response = await strict.request(`${club.appUrl}/api/setup`, { headers });
    expect(await response.json()).toMatchObject({ is_mine: true, can: { finish: false, skip: false } });
    const skipped = await strict.request(`${club.appUrl}/api/setup/skip`, { method: "POST", headers });
    expect(skipped.status).toBe(403);
  });

  it("lets any admin go on when the first admin's account is gone", async () => {
    await club.db.updateTable("club_setup").set({ started_by: null }).execute();
    const { can } = await stateOf(await club.as(await buildAdmin(club.db)));
    expect(can).toEqual({ finish: true, skip: true });
  });
});

describe("POST /setup/finish", () => {
  let admin: Call;
  beforeEach(async () => {
    await club.db.deleteFrom("club_setup").execute();
    admin = await club.as(await buildAdmin(club.db, { full_name: "Amara Okafor" }));
  });

  it("returns 422 with every field that the settings refuse, and changes nothing", async () => {
    const { status, body } = await admin("POST", "/api/setup/finish", { ...form, name: " ", contact_email: "x" });
    expect([status, body.errors.map(({ path }: { path: string }) => path)]).toEqual([422, ["name", "contact_email"]]);
    expect((await stateOf(admin)).state).toBe("new");
  });

  it("saves the identity as that admin's revision, removes the sample's own, and keeps the examples", async () => {
    const { status, body } = await admin("POST", "/api/setup/finish", form);
    expect([status, body.state, body.can]).toEqual([200, "finished", { finish: false, skip: false }]);
    const shown = (await club.visitor("GET", "/api/settings")).body;
    expect(shown.identity).toMatchObject({
      name: "Harbour Angels",
      address: ["1 Quay Street", "Leith"],
      info_email: "hello@harbour.example",
      regulation: "Ask Harbour Angels Ltd at hello@harbour.example what it is to the Financial Conduct Authority.",
      taglines: ["An investment club", "Membership by invitation"],
      motto: "An investment club for invited members.",
      mission: "Harbour Angels is an investment club for invited members.",
    });
    expect(shown.links).toEqual({ linkedin: null, founder_enquiry: null, booking: null, ai_search: null });
    expect(shown.plans[2].application_url).toBeNull();
    const [, members] = (await admin("GET", "/api/settings/stats")).body.value;
    expect(members).toMatchObject({ value: "1+", computed: "members" });
    expect(shown.stats[2]).toMatchObject({ value: "–", computed: "invested" });
    const [revision] = (await admin("GET", "/api/settings/identity/revisions")).body.items;
    expect(revision).toMatchObject({ revision: 1, created_by_name: "Amara Okafor" });
    expect((await club.visitor("GET", "/api/articles")).body.items).toHaveLength(11);
    expect(await auditOf("club_set_up")).toContainEqual({ start_with: "examples", claims: "" });
  });

  it("leaves links, plans and figures that an admin has changed as they are", async () => {
    const links = { linkedin: "https://social.example/us", founder_enquiry: null, booking: null, ai_search: null };
    const { revision } = (await admin("GET", "/api/settings/links")).body;
    await admin("PUT", "/api/settings/links", { value: links, expected_revision: revision });
    await admin("POST", "/api/setup/finish", form);
    expect((await club.visitor("GET", "/api/settings")).body.links).toEqual(links);
  });

  it("removes all starter content but the legal pages", async () => {
    for (const table of ["club_setting_revisions", "club_settings"] as const) await club.db.deleteFrom(table).execute();
    const regulation = "We are an appointed representative of Keel Partners LLP.";
    await admin("POST", "/api/setup/finish", { ...form, regulation, start_with: "empty" });
    expect((await club.visitor("GET", "/api/settings")).body.identity.regulation).toBe(regulation);
    const { plans } = (await club.visitor("GET", "/api/settings")).body;
    expect(plans.map(({ features }: { features: string[] }) => features)).toEqual([
      [],
      ["Priority on some deals"],
      ["Priority on EIS and SEIS deals"],
    ]);
    const left = await club.db.selectFrom("content_items").select(["kind", "slug"]).orderBy("slug").execute();
    expect(left).toEqual([
      { kind: "site_page", slug: "about" },
      { kind: "site_page", slug: "calculator" },
      { kind: "site_page", slug: "founders" },
      { kind: "page", slug: "hnwi-si" },
      { kind: "site_page", slug: "home" },
      { kind: "site_page", slug: "membership" },
      { kind: "page", slug: "privacy" },
      { kind: "page", slug: "terms" },
    ]);
    const { published_at } = (await club.visitor("GET", "/api/pages/privacy")).body;
    expect(Date.now() - Date.parse(published_at)).toBeLessThan(600_000);
    for (const list of ["articles", "news", "faqs", "co-founders"])
      expect((await club.visitor("GET", `/api/${list}`)).body.items).toEqual([]);
  });

  it("returns 409 once the club is set up, and to an admin while another one sets it up", async () => {
    await admin("POST", "/api/setup/finish", form);
    const again = await admin("POST", "/api/setup/finish", { ...form, name: "Another name" });
    expect([again.status, again.body.code]).toEqual([409, "setup_closed"]);
    expect((await club.visitor("GET", "/api/settings")).body.identity.name).toBe("Harbour Angels");
    const first = await buildAdmin(club.db);
    await club.db.deleteFrom("club_setup").execute();
    await club.db.insertInto("club_setup").values({ started_by: first.id }).execute();
    expect((await admin("POST", "/api/setup/finish", form)).status).toBe(409);
  });
});

describe("POST /setup/skip", () => {
  it("ends the setup that another admin began, and takes away only the sample's links, offers and counts", async () => {
    for (const table of ["club_setting_revisions", "club_settings"] as const) await club.db.deleteFrom(table).execute();
    const [first, person] = [await buildAdmin(club.db), await buildAdmin(club.db)];
    const admin = await club.as(person);
    await club.db.deleteFrom("club_setup").execute();
    await club.db.insertInto("club_setup").values({ started_by: first.id }).execute();
    const before = (await club.visitor("GET", "/api/settings")).body;
    expect((await admin("POST", "/api/setup/skip")).body.state).toBe("finished");
    const { identity, links, plans, terms } = (await club.visitor("GET", "/api/settings")).body;
    expect([identity, terms]).toEqual([before.identity, before.terms]);
    expect(links).toEqual({ linkedin: null, founder_enquiry: null, booking: null, ai_search: null });
    type Plan = { application_url: string | null; features: string[] };
    expect(plans.map(({ application_url, features }: Plan) => [application_url, ...features])).toEqual([
      [null],
      [null, "Priority on some deals"],
      [null, "Priority on EIS and SEIS deals"],
    ]);
    const [, members, deployed] = (await admin("GET", "/api/settings/stats")).body.value;
    expect([members, deployed].map(({ value, computed }) => [value, computed])).toEqual([
      ["1+", "members"],
      ["–", "invested"],
    ]);
    expect(await auditOf("club_set_up")).toContainEqual({ start_with: "skipped" });
    expect((await admin("POST", "/api/setup/skip")).status).toBe(409);
  });
});
