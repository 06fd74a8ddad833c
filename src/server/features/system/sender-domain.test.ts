import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { readSenderDomain } from "#server/ops/system/sender-domain.ts";
import { buildAdmin } from "#server/sample/builders.ts";
import type { SenderCheck } from "#shared/system/system.ts";
import { openTestApp } from "#tests/support/test-app.ts";
import { startTestNameServer } from "#tests/support/test-name-server.ts";

const dns = await startTestNameServer();
afterAll(() => dns.stop());
const club = await openTestApp({
  smtpUrl: "smtp://mail.castell.club",
  mailFrom: "Castell <post@castell.club>",
  resolveTxt: dns.resolveTxt,
});
const admin = await club.as(await buildAdmin(club.db));
beforeEach(() => {
  dns.records = {};
});

const facts = {
  from: "Castell <post@castell.club>",
  smtpUrl: "smtp://mail.castell.club:587",
  selector: null as string | null,
  contact: "post@castell.club",
  resolveTxt: dns.resolveTxt,
};

async function checkOf(key: SenderCheck["key"], given: Partial<typeof facts> = {}, headers?: string) {
  const { checks } = await readSenderDomain({ ...facts, ...given }, headers);
  const found = checks.find((each) => each.key === key);
  if (!found) throw new Error(`There is no check ${key}.`);
  return found;
}

const rsaKey = (modulusLength: number) =>
  generateKeyPairSync("rsa", { modulusLength }).publicKey.export({ format: "der", type: "spki" }).toString("base64");

describe("SPF", () => {
  const spfOf = (...records: string[]) => {
    dns.records["castell.club"] = ["some other text", ...records];
    return checkOf("spf");
  };

  it("is missing, with a record for the mail server", async () => {
    expect(await spfOf()).toMatchObject({
      state: "missing",
      add: { type: "TXT", name: "castell.club", value: "v=spf1 a:mail.castell.club ~all" },
    });
    expect(await checkOf("spf", { smtpUrl: "smtp://smtp-relay.gmail.com:587" })).toMatchObject({
      state: "missing",
      add: { value: "v=spf1 include:_spf.google.com ~all" },
    });
  });

  it("is right with one record of few lookups", async () => {
    dns.records["_spf.relay.club"] = ["v=spf1 a mx ip4:192.0.2.0/24 -all"];
    expect(await spfOf("v=spf1 include:_spf.relay.club ip6:2001:db8::/32 ~all")).toMatchObject({
      state: "ok",
      text: "3 of 10 lookups.",
    });
  });

  it("is wrong with several records, which are put together", async () => {
    const { state, add } = await spfOf("v=spf1 mx ~all", "v=spf1 include:mailgun.org mx -all");
    expect([state, add?.value]).toEqual(["wrong", "v=spf1 mx include:mailgun.org -all"]);
  });

  it.each(["v=spf1 mx +all", "v=spf1 mx all"])("is wrong where everybody may send: %s", async (record) => {
    expect(await spfOf(record)).toMatchObject({ state: "wrong", add: { value: "v=spf1 mx ~all" } });
  });

  it("is wrong with a part that nobody knows", async () => {
    expect((await spfOf("v=spf1 inlcude:mailgun.org ~all")).text).toMatch(/^“inlcude:mailgun.org” is not a part/);
  });

  it("is wrong beyond ten lookups, and where records include each other", async () => {
    const ten = Array.from({ length: 10 }, (_, index) => `a:host${index}.castell.club`).join(" ");
    expect((await spfOf(`v=spf1 ${ten} ~all`)).state).toBe("ok");
    expect((await spfOf(`v=spf1 ${ten} mx ~all`)).text).toMatch(/more than 10 lookups/);
    dns.records["one.castell.club"] = ["v=spf1 include:one.castell.club ~all"];
    expect((await spfOf("v=spf1 include:one.castell.club ~all")).text).toMatch(/more than 10 lookups/);
  });

  it("is wrong where what it includes has no record", async () => {
    expect((await spfOf("v=spf1 include:gone.castell.club ~all")).text).toMatch(/^gone\.castell\.club, which/);
  });

  it("is wrong where it leaves out the relay that sends", async () => {
    dns.records["castell.club"] = ["v=spf1 mx ~all"];
    expect(await checkOf("spf", { smtpUrl: "smtp://smtp.office365.com:587" })).toMatchObject({
      state: "wrong",
      add: { value: "v=spf1 include:spf.protection.outlook.com mx ~all" },
    });
  });

  it("is not asked of the club's domain where the relay has a return address of its own", async () => {
    expect((await checkOf("spf", { smtpUrl: "smtp://smtp.postmarkapp.com:587" })).state).toBe("not_checked");
  });
});

describe("DKIM", () => {
  const keyOf = (...records: string[]) => {
    dns.records["s1._domainkey.castell.club"] = records;
    return checkOf("dkim", { selector: "s1" });
  };

  it("is not checked without a selector, and missing where a typed one has no key", async () => {
    expect((await checkOf("dkim")).state).toBe("not_checked");
    expect(await checkOf("dkim", { selector: "s2" })).toMatchObject({
      state: "missing",
      name: "s2._domainkey.castell.club",
    });
  });

  it("is found under the names that Google and Microsoft use", async () => {
    dns.records["selector2._domainkey.castell.club"] = [`v=DKIM1; k=rsa; p=${rsaKey(2048)}`];
    expect(await checkOf("dkim", { smtpUrl: "smtp://smtp.office365.com:587" })).toMatchObject({
      state: "ok",
      text: "An RSA key of 2048 bits.",
      name: "selector2._domainkey.castell.club",
    });
  });

  it("is right with a key of 2048 bits, in parts of 255 bytes", async () => {
    expect(await keyOf(`k=rsa; p=${rsaKey(2048)};`)).toMatchObject({ state: "ok" });
    expect(await keyOf("v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=")).toMatchObject({
      state: "ok",
    });
  });

  it.each([
    ["a key that is revoked", "v=DKIM1; p=", /revoked/],
    ["no key", "v=DKIM1; k=rsa", /no key/],
    ["a key that is cut off", `v=DKIM1; p=${rsaKey(2048).slice(0, 200)}`, /cut off/],
    ["a key that is too short", `v=DKIM1; p=${rsaKey(512)}`, /512 bits is too short/],
  ])("is wrong with %s", async (_, record, text) => {
    expect(await keyOf(record)).toMatchObject({ state: "wrong", text: expect.stringMatching(text) });
  });
});

describe("DMARC", () => {
  it("is missing, with a record that reports to the club's own address alone", async () => {
    expect((await checkOf("dmarc")).add).toEqual({
      type: "TXT",
      name: "_dmarc.castell.club",
      value: "v=DMARC1; p=none; rua=mailto:post@castell.club",
    });
    expect((await checkOf("dmarc", { contact: "castell@mail.com" })).add?.value).toBe("v=DMARC1; p=none;");
  });

  it("is right with a policy, also with that of the domain above", async () => {
    dns.records["_dmarc.castell.club"] = ["v=DMARC1; p=quarantine; rua=mailto:post@castell.club"];
    expect(await checkOf("dmarc", { from: "post@news.castell.club" })).toMatchObject({
      state: "ok",
      name: "_dmarc.castell.club",
      text: "The policy is quarantine.",
    });
  });

  it.each([[["v=DMARC1; p=none", "v=DMARC1; p=reject"]], [["v=DMARC1; p=strict"]], [["v=DMARC1"]]])(
    "is wrong with %s",
    async (records) => {
      dns.records["_dmarc.castell.club"] = records;
      expect((await checkOf("dmarc")).state).toBe("wrong");
    },
  );
});

describe("Alignment with From", () => {
  const headersOf = (signer: string, returnPath: string, more = "") =>
    `Return-Path: <bounce+17@${returnPath}>
Received: from a.relay.club by mx.receiver.club with ESMTPS id 17
	for <amara@receiver.club>;
	Tue, 1 Dec 2026 09:00:00 +0000 (UTC)
${more}DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=${signer};
	s=s7; t=1764579600; h=from:to:subject:
	date; bh=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=;
	b=AAAA
From: Castell <post@castell.club>
Subject: Test email`;

  it("is not checked before headers are pasted", async () => {
    expect((await checkOf("alignment")).state).toBe("not_checked");
  });

  it("is right with a signature of the club's domain, whose key is looked up", async () => {
    const headers = headersOf("castell.club", "pm.relay.club");
    dns.records["s7._domainkey.castell.club"] = [`v=DKIM1; p=${rsaKey(1024)}`];
    dns.records["pm.relay.club"] = ["v=spf1 ip4:192.0.2.1 -all"];
    expect(await checkOf("alignment", {}, headers)).toMatchObject({
      state: "ok",
      text: "The email is signed for castell.club with the selector s7.",
    });
    expect(await checkOf("dkim", {}, headers)).toMatchObject({ state: "ok", name: "s7._domainkey.castell.club" });
    expect(await checkOf("spf", {}, headers)).toMatchObject({ state: "ok", name: "pm.relay.club" });
  });

  it("is wrong with a signature and a return address of the relay", async () => {
    expect(await checkOf("alignment", {}, headersOf("relay.club", "pm.relay.club"))).toMatchObject({
      state: "wrong",
      text: expect.stringMatching(/^Signature and return address are of relay\.club and pm\.relay\.club, not of/),
    });
  });

  it("is right for another domain of the owner, unless the policy is strict", async () => {
    const headers = headersOf("news.castell.club", "pm.relay.club");
    dns.records["_dmarc.castell.club"] = ["v=DMARC1; p=reject"];
    expect((await checkOf("alignment", {}, headers)).state).toBe("ok");
    dns.records["_dmarc.castell.club"] = ["v=DMARC1; p=reject; adkim=s"];
    expect((await checkOf("alignment", {}, headers)).state).toBe("wrong");
  });

  it("is wrong for another's domain beneath one under which strangers register theirs", async () => {
    dns.records["_dmarc.club"] = ["v=DMARC1; p=none; psd=y"];
    expect((await checkOf("alignment", {}, headersOf("relay.club", "relay.club"))).state).toBe("wrong");
  });

  it("is wrong where the receiver says so", async () => {
    const results = "Authentication-Results: mx.receiver.club;\n\tdkim=fail; dmarc=fail (p=NONE)\n";
    expect((await checkOf("alignment", {}, headersOf("castell.club", "castell.club", results))).text).toMatch(
      /dmarc=fail/,
    );
  });

  it("is not checked with the headers of another's email, or with none", async () => {
    const other = headersOf("a.club", "a.club").replace("post@castell.club", "x@other.club");
    expect((await checkOf("alignment", {}, other)).text).toBe(
      "The pasted headers are of an email from other.club, not from castell.club.",
    );
    expect((await checkOf("alignment", {}, "Hello")).text).toMatch(/no line that begins with From/);
  });
});

describe("Nothing is looked up", () => {
  it.each(["post@castell.example", "post@localhost", "post@mail.lan", "post@example.com", "post@[192.0.2.1]"])(
    "for %s, which is not public",
    async (from) => {
      dns.records["castell.example"] = "failing";
      const { checks } = await readSenderDomain({ ...facts, from });
      expect(checks.map(({ state }) => state)).toEqual(["not_checked", "not_checked", "not_checked", "not_checked"]);
    },
  );

  it("without a mail server", async () => {
    const { checks } = await readSenderDomain({ ...facts, smtpUrl: undefined });
    expect(checks[0]).toMatchObject({ state: "not_checked", text: expect.stringMatching(/^No mail server is set/) });
  });

  it("further where a name server fails, while other names are answered", async () => {
    dns.records["castell.club"] = "failing";
    dns.records["_dmarc.castell.club"] = ["v=DMARC1; p=none"];
    expect(await checkOf("spf")).toMatchObject({
      state: "not_checked",
      text: "No name server gives an answer about castell.club.",
    });
    expect((await checkOf("dmarc")).state).toBe("ok");
  });
});

describe("GET /system/mail-domain", () => {
  it("looks up the sender's domain with the selector of the settings", async () => {
    const value = { dkim_selector: " S1 " };
    expect((await admin("PUT", "/api/settings/emails", { value, expected_revision: 0 })).status).toBe(200);
    dns.records["s1._domainkey.castell.club"] = [`v=DKIM1; p=${rsaKey(2048)}`];
    const { status, body } = await admin("GET", "/api/system/mail-domain");
    expect([status, body.domain, body.relay]).toEqual([200, "castell.club", null]);
    expect(body.checks.map(({ key, state }: SenderCheck) => [key, state])).toEqual([
      ["spf", "missing"],
      ["dkim", "ok"],
      ["dmarc", "missing"],
      ["alignment", "not_checked"],
    ]);
    expect((await club.visitor("GET", "/api/settings")).body).not.toHaveProperty("emails");
  });

  it("refuses a selector that is none, and no headers", async () => {
    const value = { dkim_selector: "s1._domainkey.castell club" };
    const refused = await admin("PUT", "/api/settings/emails", { value, expected_revision: 1 });
    expect(refused.body.errors).toEqual([
      {
        path: "value.dkim_selector",
        message: "Please enter the name alone, such as selector1: letters, digits, dots and hyphens",
      },
    ]);
    expect((await admin("POST", "/api/system/mail-domain/headers", { headers: " " })).status).toBe(422);
    expect((await admin("POST", "/api/system/mail-domain/headers", { headers: "From: x@castell.club" })).status).toBe(
      200,
    );
  });
});
