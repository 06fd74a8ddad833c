import { writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { defaultSettings } from "#shared/settings/club.ts";
import { linkIn, type Mailbox, openMailbox, tokenIn } from "#tests/support/mailbox.ts";
import { goodPdf } from "#tests/support/raw-pdf.ts";
import { prepareStage } from "./support/stage.ts";
import { type Answer, call, signIn } from "./support/visitor.ts";

const { folder, spawn, startOperatorsPostgres, command } = prepareStage();

const password = "seven-quiet-otters";
const paragraph = (text: string) => ({ type: "paragraph", content: [{ type: "text", text }] });
const row = (...cells: string[]) => ({
  type: "tableRow",
  content: cells.map((text) => ({ type: "tableCell", content: [paragraph(text)] })),
});
const doc = (...content: object[]) => ({ type: "doc", content });
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** Another process has heard of it by then. */
const heard = { timeout: 5_000, interval: 50 };

let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await openMailbox();
});
afterAll(() => mailbox.close());

it("A new admin runs an empty club by its desk; another process shows it within 5 s, and a backup brings it back", async () => {
  const postgres = await startOperatorsPostgres();
  const settings = { ...postgres.settings, ADMIN_EMAILS: "ada@mail.example", SMTP_URL: mailbox.smtpUrl };
  const processes = [spawn(settings), spawn(settings)] as const;
  const [url, other] = await Promise.all([processes[0].url(), processes[1].url()]);

  const [, code] = /token=(\w+)-/.exec(linkIn(await mailbox.waitFor("ada@mail.example", /./))) ?? [];
  const admin = await register(url, "ada@mail.example", code);
  const act = async (route: string, body?: unknown): Promise<Answer["body"]> => {
    const answer = await call(url, route, body, admin);
    if (answer.status >= 300) throw new Error(`${route}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const set = (key: keyof typeof defaultSettings, value: unknown) =>
    act(`PUT /api/settings/${key}`, { value, expected_revision: 0 });
  const upload = async (path: string, type: string, body: BodyInit) => {
    const headers = { origin: url, cookie: admin, "content-type": type };
    const response = await fetch(`${url}${path}`, { method: "POST", headers, body });
    expect(response.status).toBe(201);
    return response.json();
  };
  /** @param at when it is published; now, if left out. */
  const publish = async (kind: string, content: object, complete = async (_id: string) => content, at?: string) => {
    const { id, revision } = await act("POST /api/content", { kind, content });
    const saved = await act(`PUT /api/content/${id}`, { content: await complete(id), expected_revision: revision });
    return act(`POST /api/content/${id}/publish`, { expected_revision: saved.revision, at });
  };

  await act("DELETE /api/content/examples");

  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: "#1d4ed8" } })
      .png()
      .toBuffer();
  const logo = await upload("/api/settings/brand/files?role=logo", "image/png", new Uint8Array(await picture(400, 80)));
  await set("identity", { ...defaultSettings.identity, name: "Saplings" });
  await set("brand", { ...defaultSettings.brand, main_colour: "#1d4ed8", logo_file_id: logo.id });
  const [terms] = defaultSettings.terms;
  if (!terms) throw new Error("A club has terms.");
  const dearer = { ...terms.plans, Premium: { annual_price_pence: 420_00, investment_fee_percent: 4 } };
  await set("terms", [terms, { ...terms, effective_from: dayIn(0), plans: dearer }]);

  const event = { title: "Winter supper", date: dayIn(60), start_time: "19:00", end_time: "22:00" };
  await publish("event", { ...event, location: "London", attendees: 12, description: "At one long table." });
  const company = { name: "Castell", website: "https://castell.example", status: "Active" };
  const updates = [{ date: dayIn(-1), title: "First customers", text: "Three bakeries pay." }];
  const pdf = new Uint8Array(goodPdf("the accounts of the year"));
  await publish("company", company, async (id) => {
    const file = await upload(`/api/files?content_id=${id}&name=Accounts.pdf`, "application/pdf", pdf);
    return { ...company, updates, documents: [{ name: "Accounts", url: file.url }] };
  });
  const news = { title: "The relief is raised", date: dayIn(0), body: doc(paragraph("From April.")) };
  await publish("news", news, async (id) => {
    const body = new Uint8Array(await picture(800, 400));
    const file = await upload(`/api/files?content_id=${id}&name=chart.png`, "image/png", body);
    const image = { type: "image", attrs: { fileId: file.id, alt: "Relief by year" } };
    return { ...news, body: doc(paragraph("From April."), image, { type: "table", content: [row("Year", "2027")] }) };
  });
  const article = {
    title: "Patience pays",
    excerpt: "On waiting.",
    date: dayIn(0),
    author: "Ada",
    category: "Tax Relief",
  };
  const body = doc(paragraph("Wait."));
  await publish("article", { ...article, body }, undefined, new Date(Date.now() + 3_600_000).toISOString());
  const [privacy] = (await act("GET /api/content?kind=page&q=privacy")).items;
  const { draft } = await act(`GET /api/content/${privacy.id}`);
  const corrected = { content: { ...draft, lead: "Corrected by Ada." }, expected_revision: privacy.revision };
  const { revision } = await act(`PUT /api/content/${privacy.id}`, corrected);
  await act(`POST /api/content/${privacy.id}/publish`, { expected_revision: revision });

  const invitation = await act("POST /api/invitations", { email: "otto@mail.example" });
  const member = await register(url, "otto@mail.example", invitation.code);
  const [{ user_id }] = (await act("GET /api/membership-requests")).items;
  await act(`POST /api/membership-requests/${user_id}/approve`);
  const asOtto = (route: string, at = url) => call(at, route, undefined, member);

  const expectClub = async (at: string, ofMember: string) => {
    const read = async (path: string) => (await call(at, `GET ${path}`)).body;
    expect(await read("/")).toContain("<title>Saplings | Invest in Start-ups</title>");
    expect(await read("/brand.css")).toContain("--color-pine:#1d4ed8;");
    expect(await read("/")).toContain(`/api/settings/brand/files/${logo.id}`);
    expect(await read("/membership")).toContain("£420");
    expect(await read("/news")).toMatch(/The relief is raised[\s\S]*alt="Relief by year"[\s\S]*<table/);
    expect(await read("/privacy")).toContain("Corrected by Ada.");
    expect((await call(at, "GET /insights/patience-pays")).status).toBe(404);
    expect((await call(at, "GET /api/events", undefined, ofMember)).body.items).toMatchObject([{ title: event.title }]);
    const { items } = (await call(at, "GET /api/investments", undefined, ofMember)).body;
    expect(items).toMatchObject([{ slug: "castell", name: "Castell" }]);
    const castell = (await call(at, "GET /api/investments/castell", undefined, ofMember)).body;
    expect(castell).toMatchObject({ updates: [{ title: "First customers" }], documents: [{ name: "Accounts" }] });
    const document = await call(at, `GET ${castell.documents[0].url}`, undefined, ofMember);
    expect([document.status, document.body]).toEqual([200, Buffer.from(pdf).toString()]);
  };
  await expect.poll(async () => (await call(other, "GET /privacy")).body, heard).toContain("Corrected by Ada.");
  await expectClub(url, member);
  await expectClub(other, member);

  await act("POST /api/system/test-mail");
  await mailbox.waitFor("ada@mail.example", /test/i);
  const { name } = await act("POST /api/system/backups");
  const backup = () => act(`GET /api/system/backups/${name}`);
  await expect.poll(async () => (await backup()).state, { timeout: 60_000, interval: 100 }).toBe("verified");
  const file = join(folder(), "club.backup");
  const headers = { origin: url, cookie: admin, "content-type": "application/json" };
  const saved = await fetch(`${url}/api/system/backups/${name}/download`, { method: "POST", headers, body: "{}" });
  writeFileSync(file, Buffer.from(await saved.arrayBuffer()));

  await act(`POST /api/people/${user_id}/sign-out`, { reason: "A telephone was lost." });
  expect((await asOtto("GET /api/events", other)).status).toBe(401);
  // Of these mails the one that quiet hours do not hold, so that it comes at any time of day.
  const { text } = await mailbox.waitFor("otto@mail.example", /signed out everywhere/i);
  expect(text).toContain("A telephone was lost.");
  await act(`POST /api/people/${user_id}/suspend`, { reason: "A fee is missing." });
  await act(`POST /api/people/${user_id}/end-membership`, { reason: "By own wish." });
  const ended = await signIn(url, { email: "otto@mail.example", password });
  expect((await call(url, "GET /api/events", undefined, ended)).body.code).toBe("membership_ended");

  const place = { DATA_DIR: folder(), ADMIN_EMAILS: settings.ADMIN_EMAILS, AUTH_SECRET: settings.AUTH_SECRET };
  expect(await command(place, "restore", file)).toMatchObject({ exitCode: 0 });
  const restored = await spawn(place).url();
  await expectClub(restored, await signIn(restored, { email: "otto@mail.example", password }));
});

/** Registers by code, verifies, signs in. @returns the session cookie. */
async function register(url: string, email: string, code = "") {
  expect((await call(url, "POST /api/registrations", { code, email, password })).status).toBe(201);
  const token = tokenIn(linkIn(await mailbox.waitFor(email, /(verify|confirm)/i)));
  expect((await call(url, "POST /api/auth/verify-email", { token, password })).status).toBe(200);
  return signIn(url, { email, password });
}
