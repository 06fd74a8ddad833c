import { describe, expect, it } from "vitest";
import { accountNameInputSchema } from "./account/account.ts";
import { registrationInputSchema } from "./account/registrations.ts";
import { companyFields } from "./deals/deals.ts";
import { guestNameSchema } from "./events/events.ts";
import { importInputSchema } from "./imports/imports.ts";
import { investorRecordInputSchema } from "./investor-records/investor-records.ts";
import { adviserSeatInputSchema } from "./portfolio/adviser-seats.ts";
import { profileInputSchema, submissionInputSchema } from "./profiles/profiles.ts";
import { fileStem, toSlug } from "./slug.ts";
import { emailSchema, emptyToNull, lineSchema, textSchema, webAddressSchema, webUrlSchema } from "./text.ts";
import { isWebUrl } from "./text-rules.ts";

describe("A link that a member enters", () => {
  it.each([
    "https://castell.example",
    "http://castell.example/a?b=c#d",
    "HTTPS://Castell.Example",
    "https://castell.example:8443/",
  ])("A link can be %s", (link) => {
    expect(isWebUrl(link)).toBe(true);
  });
  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "ftp://castell.example",
    "castell.example",
    "https://",
    "//castell.example",
    "https:castell.example",
    "https://user:secret@castell.example",
    "https://castell.example/a b",
    " https://castell.example\nx",
  ])("A link cannot be %s", (link) => {
    expect(isWebUrl(link)).toBe(false);
  });
  it("A link can be left empty, and is trimmed", () => {
    expect(webUrlSchema.parse("")).toBe("");
    expect(webUrlSchema.parse(" https://castell.example ")).toBe("https://castell.example");
    expect(webUrlSchema.safeParse("castell").error?.issues[0]?.message).toBe("Invalid url");
    expect(webAddressSchema.parse("castell.example")).toBe("https://castell.example");
    expect(webAddressSchema.parse("www.castell.example/a")).toBe("https://www.castell.example/a");
    for (const wrong of ["javascript.alert:1@castell.example", "rosa@castell.example", "a.b c"])
      expect(webAddressSchema.safeParse(wrong).success).toBe(false);
    expect(webAddressSchema.safeParse("castell").error?.issues[0]?.message).toBe(
      "Please enter a web address that begins with https://",
    );
  });
});

describe("An e-mail address", () => {
  it.each([
    ["o&leary@vale.example"],
    ["a/b@vale.example"],
    ["a=b@vale.example"],
    ["o'neil@vale.example"],
    ["rosa.vale+club@sub.vale.example"],
    [`${"a".repeat(64)}@vale.example`],
    ["rosa@xn--mnchen-3ya.example"],
    ["rosa@vale.xn--p1ai"],
  ])("An e-mail address can be %s", (address) => {
    expect(emailSchema.parse(address)).toBe(address);
  });
  it.each([
    '"Raman, Priya" <priya@raman.example>;',
    "Priya Raman <Priya@Raman.example>",
    " <priya@raman.example>, ",
    "mailto:priya@raman.example",
    "priya@raman.example;",
  ])("An e-mail address can be pasted as mail programs have it: %s", (pasted) => {
    expect(emailSchema.parse(pasted)).toBe("priya@raman.example");
  });
  it.each([
    ["user@münchen.example", "user@xn--mnchen-3ya.example"],
    ["USER@MÜNCHEN.example", "user@xn--mnchen-3ya.example"],
    ["\u200Eann@ash.example\u200B", "ann@ash.example"],
    ["\u2068bo@elm.example\u2069 ", "bo@elm.example"],
    ["\uFEFFbo@elm.example", "bo@elm.example"],
  ])("The e-mail address %j is stored as %s", (typed, stored) => {
    expect(emailSchema.parse(typed)).toBe(stored);
  });
  it.each([
    `${"a".repeat(65)}@vale.example`,
    ...[
      "rosa",
      "rosa@",
      "@vale.example",
      "rosa@vale",
      "rosa@@vale.example",
      "rosa@vale..example",
      ".rosa@vale.example",
    ],
    ...["rosa.@vale.example", "ro..sa@vale.example", "rosa@-vale.example", "rosa@vale-.example", "rosa@vale.1"],
    ...[
      "rosa vale@vale.example",
      '"rosa vale"@vale.example',
      "rosa@[127.0.0.1]",
      "rosa@127.0.0.1",
      "röse@vale.example",
    ],
    ...["ro\u200Bsa@vale.example", "rosa@vale.example,tom@reed.example", "rosa@mün chen.example", "rosa@münchen"],
    `rosa@${"v".repeat(64)}.example`,
    `rosa@${"vale.".repeat(60)}example`,
  ])("An e-mail address cannot be %j", (address) => {
    expect(emailSchema.safeParse(address).error?.issues[0]?.message).toBe("Please enter a valid email address.");
  });
});

describe("A name", () => {
  it("A name keeps its spaces as typed and loses invisible marks", () => {
    expect(lineSchema.parse("\u2068Bo Elm\u2069")).toBe("Bo Elm");
    expect(lineSchema.parse(" Bo Elm\u200B ")).toBe("Bo Elm");
    expect(lineSchema.parse("Bo Elm ")).toBe("Bo Elm ");
    expect(lineSchema.parse("Flag 🏴\u{E0067}\u{E0062}\u{E007F}")).toBe("Flag 🏴\u{E0067}\u{E0062}\u{E007F}");
    expect(lineSchema.parse("Bo\u202EElm")).toBe("BoElm");
  });
});

describe("Typed text", () => {
  it("An e-mail address is trimmed and converted to lower case", () => {
    expect(emailSchema.parse("  Mina@Castell.EXAMPLE ")).toBe("mina@castell.example");
    for (const pasted of [
      '"Rowe, Dáithí" <Mina@castell.example>; ',
      "mailto:mina@castell.example",
      "<mina@castell.example>,",
    ])
      expect(emailSchema.parse(pasted)).toBe("mina@castell.example");
    for (const wrong of ["mina@castell.example, owen@castell.example", "<mina@castell.example> <owen@castell.example>"])
      expect(emailSchema.safeParse(wrong).success).toBe(false);
  });
  it("Typed text can contain any script and emoji, but no control characters", () => {
    expect(lineSchema.safeParse("Zoë 李 🔥").success).toBe(true);
    expect(lineSchema.safeParse("a\u0000b").error?.issues[0]?.message).toBe(
      "Please remove invisible control characters",
    );
  });
  it("Typed text becomes null when it is empty after trimming", () => {
    expect([emptyToNull("  "), emptyToNull(undefined), emptyToNull(" x ")]).toEqual([null, null, "x"]);
  });
});

describe("A line", () => {
  it.each([
    ["a line separator", "Mina\u2028Castell", "Mina Castell"],
    ["a paragraph separator", "Mina\u2029Castell", "Mina Castell"],
    ["a right-to-left override", "Mina \u202ECastell", "Mina Castell"],
    ["a left-to-right mark", "王小明\u200E O'Brien", "王小明 O'Brien"],
    ["isolates of a chat", "\u2068Mina\u2069 Castell", "Mina Castell"],
    ["a zero-width space", "Mi\u200Bna", "Mina"],
    ["a soft hyphen", "Cas\u00ADtell", "Castell"],
  ])("A line loses what nobody sees: %s", (_what, text, kept) => {
    expect(lineSchema.parse(text)).toBe(kept);
  });

  it("A line keeps the joiners of scripts and emoji", () => {
    expect(lineSchema.parse("می\u200Cخواهم 👩\u200D🔬")).toBe("می\u200Cخواهم 👩\u200D🔬");
  });
});

it.each([
  ["Kindling Club", "kindling-club"],
  ["  Zoë’s “café” – deals & Ångström ", "zoes-cafe-deals-angstrom"],
  ["Łódź Øresund Straße Æther Đà Þór Œuvre ışık", "lodz-oresund-strasse-aether-da-thor-oeuvre-isik"],
  ["投資", ""],
])("The slug of %s is %s", (text, slug) => {
  expect(toSlug(text)).toBe(slug);
});

it("A slug is cut without a dash at its end, and a club without Latin letters has files all the same", () => {
  expect([toSlug("one two three", 8), fileStem("Éclair & Cie"), fileStem("投資")]).toEqual([
    "one-two",
    "eclair-cie",
    "club",
  ]);
});

it("A person's name has one space between two words, however it came in", () => {
  const typed = "\u200b Katarzyna \u00a0 Nguyễn ";
  const email = "kat@mail.example";
  const record = { date_of_birth: null, address: null, country: null, is_uk_taxpayer: null };
  const taken = [
    accountNameInputSchema.parse({ full_name: typed }).full_name,
    registrationInputSchema.parse({ code: "X", email, password: "many-small-sticks", full_name: typed }).full_name,
    profileInputSchema.parse({ full_name: typed }).full_name,
    submissionInputSchema.parse({ full_name: typed }).full_name,
    guestNameSchema.parse(typed),
    adviserSeatInputSchema.parse({ name: typed }).name,
    importInputSchema.parse({ members: [{ line: 1, full_name: typed, email }] }).members[0]?.full_name,
    investorRecordInputSchema.parse({ ...record, legal_name: typed, bank_account_name: null }).legal_name,
    investorRecordInputSchema.parse({ ...record, legal_name: null, bank_account_name: typed }).bank_account_name,
    companyFields.shape.founders.parse([{ name: typed }])[0]?.name,
  ];
  expect([...new Set(taken)]).toEqual(["Katarzyna Nguyễn"]);
});

it("A break of a line or a page of a word processor is a break of a line", () => {
  expect(textSchema.parse("One\u000bTwo\u000cThree")).toBe("One\nTwo\nThree");
  expect(textSchema.safeParse("One\u0007Two").success).toBe(false);
});
