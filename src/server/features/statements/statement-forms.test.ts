import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { buildAdmin, buildPerson } from "#server/sample/builders.ts";
import { sampleStatementForms } from "#server/sample/sample-statement-forms.ts";
import { createTestApp, openTestApp } from "#tests/support/test-app.ts";

let now = new Date("2026-03-28T12:00:00Z");
const club = await openTestApp({ now: () => now });
const owen = await buildAdmin(club.db, { full_name: "Owen Pryce" });
const owenCalls = await club.as(owen);
const second = await club.as(await buildAdmin(club.db, { full_name: "Amara Okafor" }));
const member = await club.as(await buildPerson(club.db));

const path = "/api/statement-forms";
const [highNetWorth, sophisticated] = sampleStatementForms.map((form) => ({
  ...form,
  valid_from: "2026-01-01",
  valid_until: null,
}));

/** @returns its id. */
async function install(version_label: string, given: object = {}, form: object = highNetWorth ?? {}): Promise<string> {
  const { status, body } = await owenCalls("POST", `${path}/versions`, { ...form, version_label, ...given });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.id;
}
async function installSignedOff(version_label: string, given: object = {}, form?: object): Promise<string> {
  const id = await install(version_label, given, form);
  expect((await second("POST", `${path}/${id}/sign-off`)).status).toBe(200);
  return id;
}
const statesOf = async (ids: string[]) => {
  const { items } = (await second("GET", `${path}/versions?limit=100`)).body;
  return ids.map((id) => items.find((form: { id: string; state: string }) => form.id === id).state);
};
const inForce = async () =>
  (await member("GET", path)).body.items.map((form: { kind: string; version_label: string }) => [
    form.kind,
    form.version_label,
  ]);
const auditOf = (id: string) => club.auditOf(id, "kind", "actor_id", "details");

describe("GET /statement-forms", () => {
  it("returns the latest version of each kind that is signed off and in force on the London day", async () => {
    expect(await inForce()).toEqual([]);
    const old = await installSignedOff("old");
    const next = await installSignedOff("summer", { valid_from: "2026-06-01", valid_until: "2026-06-30" });
    await installSignedOff("angels", {}, sophisticated);
    await install("not signed off", { valid_from: "2026-02-01" });
    now = new Date("2026-05-31T22:59:59Z");
    expect(await statesOf([old, next])).toEqual(["in_force", "ahead"]);
    expect(await inForce()).toEqual([
      ["high_net_worth", "old"],
      ["self_certified_sophisticated", "angels"],
    ]);
    now = new Date("2026-05-31T23:00:00Z");
    expect(await statesOf([old, next])).toEqual(["replaced", "in_force"]);
    expect((await inForce())[0]).toEqual(["high_net_worth", "summer"]);
    now = new Date("2026-06-30T22:59:59Z");
    expect((await inForce())[0]).toEqual(["high_net_worth", "summer"]);
    now = new Date("2026-06-30T23:00:00Z");
    expect(await statesOf([old, next])).toEqual(["in_force", "ended"]);
    expect((await inForce())[0]).toEqual(["high_net_worth", "old"]);
    now = new Date("2026-06-15T12:00:00Z");
    await second("POST", `${path}/${next}/withdraw`, { reason: "The law has changed." });
    expect(await statesOf([old, next])).toEqual(["in_force", "withdrawn"]);
    expect((await inForce())[0]).toEqual(["high_net_worth", "old"]);
  });
});

describe("GET /statement-forms/versions", () => {
  it("lists every version, newest first, with who may do what", async () => {
    const id = await install("listed");
    const ofAuthor = (await owenCalls("GET", `${path}/versions?limit=1`)).body.items[0];
    expect([ofAuthor.id, ofAuthor.can]).toEqual([id, { sign_off: false, withdraw: true }]);
    const ofSecond = (await second("GET", `${path}/versions?limit=1`)).body.items[0];
    expect(ofSecond).toEqual({ ...ofAuthor, can: { sign_off: true, withdraw: true } });
  });
});

describe("GET /statement-forms/versions/{id}", () => {
  it("returns the version as the list has it", async () => {
    const id = await install("by itself");
    const [listed] = (await second("GET", `${path}/versions?limit=1`)).body.items;
    expect((await second("GET", `${path}/versions/${id}`)).body).toEqual(listed);
  });
});

describe("POST /statement-forms/versions", () => {
  it("installs a version with the hash of its rendering, and audits the installation", async () => {
    const { status, body } = await owenCalls("POST", `${path}/versions`, {
      ...highNetWorth,
      version_label: "2027-01",
    });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        ...highNetWorth,
        version_label: "2027-01",
        is_sample: false,
        state: "waiting",
        sha256: createHash("sha256").update(body.rendering).digest("hex"),
        rendering: expect.stringContaining("High net worth individual"),
        created_at: expect.stringMatching(/Z$/),
        author_name: "Owen Pryce",
        signed_off_at: null,
        signed_off_by_name: null,
        withdrawn_at: null,
        withdrawn_reason: null,
        can: { sign_off: false, withdraw: true },
      },
    ]);
    const details = { kind: "high_net_worth", version: "2027-01", sha256: body.sha256 };
    expect(await auditOf(body.id)).toEqual([{ kind: "statement_form_installed", actor_id: owen.id, details }]);
    const again = await second("POST", `${path}/versions`, { ...highNetWorth, version_label: "2027-01" });
    expect([again.status, again.body.code]).toEqual([409, "version_exists"]);
  });

  const content = highNetWorth?.content;
  const [income, netAssets] = content?.conditions ?? [];
  const asking = (...fields: object[]) => ({ content: { ...content, conditions: [{ ...income, fields }] } });
  const amount = { key: "amount", label: "Income", least: 100_000, nearest: 10_000 };
  it.each<[string, object, string, string]>([
    [
      "another kind's condition",
      { kind: "self_certified_sophisticated" },
      "content.conditions.0.key",
      "This kind of form has no such condition",
    ],
    [
      "a condition twice",
      { content: { ...content, conditions: [income, income] } },
      "content.conditions.1.key",
      "This stands here twice",
    ],
    ["no condition", { content: { ...content, conditions: [] } }, "content.conditions", "Please fill this in"],
    ["no field for a figure", asking(), "content.conditions.0.fields", "A field of this condition is missing"],
    [
      "an unknown field",
      asking(amount, { ...amount, key: "bonus" }),
      "content.conditions.0.fields.1.key",
      "This condition has no such field",
    ],
    [
      "no threshold",
      asking({ ...amount, least: null }),
      "content.conditions.0.fields.0.least",
      "Please enter the threshold",
    ],
    [
      "no rounding",
      asking({ ...amount, nearest: null }),
      "content.conditions.0.fields.0.nearest",
      "Please enter what the figure is rounded to",
    ],
    ["a last day before the first", { valid_until: "2025-12-31" }, "valid_until", "The last day lies before the first"],
    ["no declaration", { content: { ...content, declarations: [] } }, "content.declarations", "Please fill this in"],
  ])("refuses a form with %s", async (_what, given, at, message) => {
    const { status, body } = await owenCalls("POST", `${path}/versions`, {
      ...highNetWorth,
      version_label: "x",
      ...given,
    });
    expect([status, body.errors[0]]).toEqual([422, { path: at, message }]);
  });
  it("accepts other thresholds, and a condition left out, when the law changes", async () => {
    const raised = { ...netAssets, fields: [{ ...netAssets?.fields[0], least: 430_000 }] };
    const id = await install("raised", { content: { ...content, conditions: [raised] } });
    const { body } = await owenCalls("GET", `${path}/versions?limit=1`);
    expect([body.items[0].id, body.items[0].content.conditions]).toEqual([id, [raised]]);
  });
});

describe("POST /statement-forms/{id}/sign-off", () => {
  it("needs a second admin, whom the audit names", async () => {
    const id = await install("to sign off");
    const own = await owenCalls("POST", `${path}/${id}/sign-off`);
    expect([own.status, own.body.code, own.body.detail]).toEqual([
      403,
      "second_person_required",
      "Another admin has to sign off what you installed. If you are the only admin, you can 24 hours later.",
    ]);
    const { status, body } = await second("POST", `${path}/${id}/sign-off`);
    expect([status, body.signed_off_by_name, body.can]).toEqual([
      200,
      "Amara Okafor",
      { sign_off: false, withdraw: true },
    ]);
    expect((await auditOf(id)).map(({ kind }) => kind)).toEqual([
      "statement_form_installed",
      "statement_form_signed_off",
    ]);
    const again = await second("POST", `${path}/${id}/sign-off`);
    expect([again.status, again.body.code]).toEqual([409, "statement_form_closed"]);
  });
});

describe("The only admin of a club", () => {
  it("The only admin signs off an own form 24 hours after its installation, which the audit says", async () => {
    const small = await createTestApp();
    const alone = await buildAdmin(small.db);
    const call = await small.as(alone);
    const insert = async (version_label: string, minutesAgo: number) => {
      const row = {
        ...highNetWorth,
        kind: "high_net_worth" as const,
        law_reference: "x",
        version_label,
        content: JSON.stringify(highNetWorth?.content),
        valid_from: "2026-01-01",
        sha256: "a".repeat(64),
        author_id: alone.id,
        created_at: new Date(Date.now() - minutesAgo * 60_000),
      };
      return (await small.db.insertInto("statement_forms").values(row).returning("id").executeTakeFirstOrThrow()).id;
    };
    const young = await insert("young", 24 * 60 - 5);
    const refused = await call("POST", `${path}/${young}/sign-off`);
    expect([refused.status, refused.body.code]).toEqual([403, "second_person_required"]);
    const old = await insert("old", 24 * 60 + 5);
    expect((await call("GET", `${path}/versions`)).body.items.map((form: { can: object }) => form.can)).toEqual([
      { sign_off: false, withdraw: true },
      { sign_off: true, withdraw: true },
    ]);
    expect((await call("POST", `${path}/${old}/sign-off`)).status).toBe(200);
    const [event] = await small.db.selectFrom("audit_events").select("details").where("subject_id", "=", old).execute();
    expect(event?.details).toMatchObject({ version: "old", only_admin_waited_hours: 24 });

    const older = await insert("older", 48 * 60);
    await buildAdmin(small.db);
    expect((await call("POST", `${path}/${older}/sign-off`)).body.code).toBe("second_person_required");
    await small.close();
  });
});

describe("POST /statement-forms/{id}/withdraw", () => {
  it("withdraws a version for good, with a reason", async () => {
    const id = await install("wrong");
    expect((await owenCalls("POST", `${path}/${id}/withdraw`, { reason: " " })).status).toBe(422);
    const { status, body } = await owenCalls("POST", `${path}/${id}/withdraw`, { reason: "A word is missing." });
    expect([status, body.withdrawn_reason, body.can]).toEqual([
      200,
      "A word is missing.",
      { sign_off: false, withdraw: false },
    ]);
    const again = await second("POST", `${path}/${id}/withdraw`, { reason: "Again." });
    expect([again.status, again.body.code]).toEqual([409, "statement_form_closed"]);
    expect((await second("POST", `${path}/${id}/sign-off`)).body.code).toBe("statement_form_closed");
  });
});

describe("A form that is installed", () => {
  it("An installed form is changed and deleted by nobody, not even by the owner of the database", async () => {
    const id = await installSignedOff("kept");
    const form = club.db.updateTable("statement_forms").where("id", "=", id);
    const changes = [
      form.set({ content: "{}" }),
      form.set({ valid_until: "2026-12-31" }),
      form.set({ sha256: "b".repeat(64) }),
      form.set({ signed_off_at: null, signed_off_by: null }),
      form.set({ signed_off_by: owen.id }),
      form.set({ author_id: (await buildPerson(club.db)).id }),
      club.db.deleteFrom("statement_forms").where("id", "=", id),
    ];
    for (const change of changes)
      await expect(change.execute()).rejects.toThrow("a statement form is never changed or deleted");
  });

  it("An installed form outlives the account of the admin who installed it", async () => {
    const author = await buildAdmin(club.db);
    const call = await club.as(author);
    const { id } = (await call("POST", `${path}/versions`, { ...highNetWorth, version_label: "of one who left" })).body;
    await club.db.deleteFrom("auth.users").where("id", "=", author.id).execute();
    const { body } = await second("GET", `${path}/versions?limit=1`);
    expect([body.items[0].id, body.items[0].author_name]).toEqual([id, null]);
  });
});
