import { describe, expect, it } from "vitest";
import { parseImport, readPeople } from "./read-people.ts";

const severalAddresses =
  "This line has more than one email address. Keep one of them, or write each person on a line of their own";
const nameHasAt = "The name in this line has an at-sign. Write the name, or leave it out";

/** "Name: email (tier)", or what is wrong, of each person. */
const peopleIn = (text: string): string[] =>
  parseImport(text)
    .filter((line) => !("message" in line && line.message === "Header line, not a member"))
    .map((line) =>
      "email" in line ? `${line.full_name}: ${line.email}${line.tier ? ` (${line.tier})` : ""}` : line.message,
    );

describe("A line", () => {
  it.each([
    ["Mina Castell, mina@castell.example", "Mina Castell: mina@castell.example"],
    ["Mina Castell - mina@castell.example", "Mina Castell: mina@castell.example"],
    ["Mina Castell – mina@castell.example", "Mina Castell: mina@castell.example"],
    ["Mina Castell — mina@castell.example", "Mina Castell: mina@castell.example"],
    ["Mina Castell\tmina@castell.example", "Mina Castell: mina@castell.example"],
    ["Mina Castell: mina@castell.example", "Mina Castell: mina@castell.example"],
    ["Mina Castell mina@castell.example", "Mina Castell: mina@castell.example"],
    ["Mina\tCastell\tmina@castell.example", "Mina Castell: mina@castell.example"],
    ["mina@castell.example", "mina: mina@castell.example"],
    // From documents, notes and quoted mails.
    ["1. Mina Castell – mina@castell.example", "Mina Castell: mina@castell.example"],
    ["(2) Mina Castell, mina@castell.example", "Mina Castell: mina@castell.example"],
    ["• Mina Castell, mina@castell.example", "Mina Castell: mina@castell.example"],
    ["- Mina Castell, mina@castell.example", "Mina Castell: mina@castell.example"],
    ["> * Mina Castell <mina@castell.example>", "Mina Castell: mina@castell.example"],
    ["Mina Castell / mina@castell.example", "Mina Castell: mina@castell.example"],
    ["Mina Castell → mina@castell.example", "Mina Castell: mina@castell.example"],
    ["“Mina Castell” <mina@castell.example>", "Mina Castell: mina@castell.example"],
    ["Bcc: mina@castell.example", "mina: mina@castell.example"],
    ["From: Mina Castell <mina@castell.example>", "Mina Castell: mina@castell.example"],
    ["> *From:* Mina Castell <mina@castell.example>", "Mina Castell: mina@castell.example"],
    ["[Mina Castell](mailto:mina@castell.example)", "Mina Castell: mina@castell.example"],
    ["- [mina@castell.example](mailto:mina@castell.example?subject=Hello)", "mina: mina@castell.example"],
    ["Mina Castell ‘mina@castell.example’", "Mina Castell: mina@castell.example"],
    ["Mina Castell（mina@castell.example）", "Mina Castell: mina@castell.example"],
    ["Mina Castell，mina@castell.example", "Mina Castell: mina@castell.example"],
    ["#N/A, mina@castell.example", "mina: mina@castell.example"],
    ["n/a, mina@castell.example", "mina: mina@castell.example"],
    ["mina@castell.example <mina@castell.example>", "mina: mina@castell.example"],
    ["Anne-Marie Smith-Jones - Anne@Castell.example", "Anne-Marie Smith-Jones: anne@castell.example"],
    ["anne-marie@castell-jones.example", "anne-marie: anne-marie@castell-jones.example"],
    ['"Mina ""Min"" Castell","mina@castell.example"', 'Mina "Min" Castell: mina@castell.example'],
    ['"Min" Castell, mina@castell.example', '"Min" Castell: mina@castell.example'],
    [", mina@castell.example", "mina: mina@castell.example"],
    ["Mina, vip, mina@castell.example", "Mina: mina@castell.example (vip)"],
    ["Mina Castell\tPREMIUM\tmina@castell.example", "Mina Castell: mina@castell.example (premium)"],
    ["Trial; Mina Castell; mina@castell.example", "Mina Castell: mina@castell.example (trial)"],
    ['"Mina Castell","VIP","mina@castell.example"', "Mina Castell: mina@castell.example (vip)"],
    ["Emaila, mina@castell.example", "Emaila: mina@castell.example"],
    ["=cmd(), mina@castell.example", "=cmd(): mina@castell.example"],
    ["Jean-Luc Picard <jl.picard@castell.example>", "Jean-Luc Picard: jl.picard@castell.example"],
    ["=?utf-8?Q?J=C3=BCrgen_M?= <juergen@castell.example>", "Jürgen M: juergen@castell.example"],
    ["'Nina Fox' <nina@castell.example>", "Nina Fox: nina@castell.example"],
    ["Sam Tree (sam@castell.example)", "Sam Tree: sam@castell.example"],
    ["Sam Tree [mailto:sam@castell.example]", "Sam Tree: sam@castell.example"],
    ["mailto:kit@castell.example", "kit: kit@castell.example"],
    ["<kit@castell.example>;", "kit: kit@castell.example"],
    ["kit@castell.example <kit@castell.example>", "kit: kit@castell.example"],
    // Family name first.
    ['"O\'Neil, Shaun" <shaun@castell.example>', "Shaun O'Neil: shaun@castell.example"],
    ["Grant, Fiona <fiona@castell.example>", "Fiona Grant: fiona@castell.example"],
    ['"Castell, Mina", mina@castell.example', "Mina Castell: mina@castell.example"],
    ['"Hale, Anna (Work)" <anna@castell.example>', "Anna Hale: anna@castell.example"],
    ["Hale, Dora - dora@castell.example", "Dora Hale: dora@castell.example"],
    ["van der Berg, Anna <anna@castell.example>", "Anna van der Berg: anna@castell.example"],
    ["Smith, Jr. <jr@castell.example>", "Smith, Jr.: jr@castell.example"],
    ["Castell Ventures Ltd, London <c@castell.example>", "Castell Ventures Ltd, London: c@castell.example"],
    ["Castell, Mina, mina@castell.example", "Castell, Mina: mina@castell.example"],
    ["'Mina Castell, 'mina@castell.example", "Mina Castell: mina@castell.example"],
    ["'t Hooft, mina@castell.example", "'t Hooft: mina@castell.example"],
    ["\u2068Bo Elm\u2069, \u200Ebo@elm.example\u200B", "Bo Elm: bo@elm.example"],
    // A tier.
    ["Mina Castell, mina@castell.example, vip", "Mina Castell: mina@castell.example (vip)"],
    ["Mina Castell - mina@castell.example - Premium", "Mina Castell: mina@castell.example (premium)"],
    ["Mina Castell\tmina@castell.example\tTRIAL", "Mina Castell: mina@castell.example (trial)"],
    ["mina@castell.example; VIP", "mina: mina@castell.example (vip)"],
    ["Mina <mina@castell.example>, vip", "Mina: mina@castell.example (vip)"],
    ['"Castell, Mina","Mina@castell.example","Vip"', "Mina Castell: mina@castell.example (vip)"],
    ["Mina Castell, mina@castell.example,", "Mina Castell: mina@castell.example"],
    // Nobody.
    ["Mina Castell", "There is no email address in this line"],
    ["Mina Castell, mina@", "The email address is not valid"],
    ["Mina Castell, mina@@castell.example", "The email address is not valid"],
    ['"Castell, Mina, mina@castell.example', "A quotation mark in this line is not closed"],
    ["Mina, mina@castell.example, gold", "After the email address only a plan can follow: trial, premium or vip"],
    ["Mina Castell, vip", "There is no email address in this line"],
    ["Mina Castell, mina@, vip", "The email address is not valid"],
    ["Mina @ Home, Castell", "There is no email address in this line"],
    ["Mina @ Home, mina@castell.example", nameHasAt],
    ["boss@castell.example <mina@castell.example>", nameHasAt],
    ["Mina,mina@castell.example; m.castell@work.example", severalAddresses],
    ['Mina,"mina@castell.example, mina2@castell.example"', severalAddresses],
  ])("The line %j is read as %s", (line, person) => {
    expect(peopleIn(line)).toEqual([person]);
  });

  it.each([
    ['Rosa Vale <rosa@vale.example>; Tom Reed <tom@reed.example>; "Ash, Ann" <ann@ash.example>'],
    ["Rosa Vale <rosa@vale.example>, Tom Reed <tom@reed.example>, Ash, Ann <ann@ash.example>,"],
    ["Board: 'Rosa Vale' <rosa@vale.example>, Tom Reed <tom@reed.example>, Ann Ash <ann@ash.example>;"],
    ["Rosa Vale, rosa@vale.example; Tom Reed, tom@reed.example; Ann Ash, ann@ash.example"],
  ])("A line after To: has one person for each address: %s", (line) => {
    expect(peopleIn(line)).toEqual([
      "Rosa Vale: rosa@vale.example",
      "Tom Reed: tom@reed.example",
      "Ann Ash: ann@ash.example",
    ]);
  });

  it("A line of addresses alone has one person for each", () => {
    expect(peopleIn("rosa@vale.example, tom@reed.example;ann@ash.example")).toEqual([
      "rosa: rosa@vale.example",
      "tom: tom@reed.example",
      "ann: ann@ash.example",
    ]);
  });

  it.each([
    "name,email,tier",
    "Full name\tE-mail address",
    '"Name";"Email"',
    "email,name,phone",
    "EMAIL",
    "user_email|name",
  ])("The line %j is a header", (line) => {
    expect(parseImport(line)).toMatchObject([{ message: "Header line, not a member" }]);
  });
});

it("Blank lines are left out, and the others are numbered as people see them", () => {
  expect(parseImport("a@castell.example\r\n\r\n  \nb@castell.example").map(({ line }) => line)).toEqual([1, 4]);
});

describe("Below a header", () => {
  it("A name with brackets is taken once where the address has the name too", () => {
    expect(peopleIn("Name,Email\nMina (Castell),Mina Castell <mina@castell.example>")).toEqual([
      "Mina (Castell): mina@castell.example",
    ]);
  });

  it("A person's second address is taken where the first is empty, and nobody else's", () => {
    const header = "First Name,Last Name,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Value,Contact email";
    expect(peopleIn(`${header}\nMina,Castell,Work,,mina@castell.example,`)).toEqual([
      "Mina Castell: mina@castell.example",
    ]);
    expect(peopleIn(`${header}\nMina,Castell,Work,,,other@person.example`)).toEqual([
      "There is no email address in this line",
    ]);
  });

  it.each([
    ["a spreadsheet", "First Name\tLast Name\tE-mail\tJoined\nRosa\tVale\trosa@vale.example\t2026-01-05"],
    ["Google Contacts", "First Name,Last Name,E-mail 1 - Label,E-mail 1 - Value\nRosa,Vale,* Home,rosa@vale.example"],
    [
      "older Google Contacts",
      "Name,Given Name,Family Name,E-mail 1 - Type,E-mail 1 - Value,E-mail 2 - Value\nRosa Vale,Rosa,Vale,*,rosa@vale.example,r@work.example",
    ],
    ["Outlook", "Title,First Name,Last Name,E-mail Address,E-mail 2 Address\nMs,Rosa,Vale,rosa@vale.example,"],
    ["Microsoft 365", "Display name,First name,Last name,User principal name\nRosa Vale,Rosa,Vale,rosa@vale.example"],
    ["WordPress", "user_login,user_email,first_name,last_name,display_name\nrv,rosa@vale.example,Rosa,Vale,rv1"],
    ["a club's register", "Surname,Forename(s),E-mail address,Level\nVale,Rosa,rosa@vale.example,"],
    ["a list by who is known as what", "Known as;Surname;E-mail;Membership level\nRosa;Vale;rosa@vale.example;"],
    ["a British society", "Title;Forename;Surname;Email\nMs;Rosa;Vale;rosa@vale.example"],
    ["an address book", 'File as,EmailAddress\n"Vale, Rosa",rosa@vale.example'],
    ["a club with a sorted name", 'Name,Email,Phone\n"VALE, Rosa",rosa@vale.example,07700 900123'],
  ])("A row from %s is a person", (_program, text) => {
    expect(peopleIn(text).map((person) => person.replace("VALE", "Vale"))).toEqual(["Rosa Vale: rosa@vale.example"]);
  });

  it.each([
    ["Email Address,First Name,Last Name\nrosa@vale.example,,", "rosa: rosa@vale.example"],
    ["Name,Email\n'Rosa Vale,'rosa@vale.example", "Rosa Vale: rosa@vale.example"],
    ['Name,Email\n"=""Rosa Vale""","=""rosa@vale.example"""', "Rosa Vale: rosa@vale.example"],
    ["Name,Email,Tier\nRosa Vale,rosa@vale.example,VIP", "Rosa Vale: rosa@vale.example (vip)"],
    [
      "Name,Email,Tier\nRosa,rosa@vale.example,gold",
      "After the email address only a plan can follow: trial, premium or vip",
    ],
    ["Name,Email\nRosa Vale,rosa@vale.example; r.vale@work.example", severalAddresses],
    ["Name,Email,Phone\nRosa Vale,rosa@vale.example ::: r.vale@work.example,1", severalAddresses],
    ['Name,Email\nRosa,"rosa@vale.example, rosa2@vale.example"', severalAddresses],
    ["Name,Email\nboss@vale.example,rosa@vale.example", nameHasAt],
    ["Name,Email,Phone\nboss@vale.example,rosa@vale.example,1", nameHasAt],
    ["Name,Email,Manager email\nRosa,,boss@vale.example", "There is no email address in this line"],
    ["Name,Email,Phone\nRosa,at home,1", "There is no email address in this line"],
  ])("The table %j is read as %s", (text, person) => {
    expect(peopleIn(text).join(",")).toBe(person);
  });

  it.each([
    ["First,Last,Email", "Mina,Castell,mina@castell.example", "Mina Castell"],
    ["Surname,Initials,Email", "Castell,M J,mina@castell.example", "M J Castell"],
    ["Investor name,Investor email,Amount", "Mina Castell,mina@castell.example,5", "Mina Castell"],
    ["Contact First Name,Contact Last Name,Contact E-mail", "Mina,Castell,mina@castell.example", "Mina Castell"],
    ["Title,First Name,Last Name,Email Address 1", "Ms,Mina,Castell,mina@castell.example", "Mina Castell"],
    ["Name,Email", "Mina Castell,Mina Castell <mina@castell.example>", "Mina Castell"],
    ["Name,Email", "mina@castell.example,mina@castell.example", "mina"],
    ["Name,Email", "#REF!,mina@castell.example", "mina"],
    ["Name,Email", "Jennifer Null,mina@castell.example", "Jennifer Null"],
  ])("The header %s makes of the row %s the person %s", (header, row, name) => {
    expect(peopleIn(`${header}\n${row}`)).toEqual([`${name}: mina@castell.example`]);
  });

  it("Lines in every other form are read below a header too", () => {
    const lines = ["Name,Email", "Hale, Dora - dora@hale.example", "solo@hale.example", "Ben <ben@hale.example>"];
    expect(peopleIn(lines.join("\n"))).toEqual([
      "Dora Hale: dora@hale.example",
      "solo: solo@hale.example",
      "Ben: ben@hale.example",
    ]);
  });
});

describe("A hostile line", () => {
  it("rejects a line in which a person has more than 600 characters", () => {
    const tooLong = [{ message: "This line has more than 600 characters" }];
    expect(readPeople(`a${"\t".repeat(1_000_000)}a@mail.example`)).toEqual(tooLong);
    expect(readPeople(`${"a".repeat(601 - 15)}, a@mail.example`)).toEqual(tooLong);
  });
  it.each(["a@b ", "<", "a@", '"', "a ", ",", ";", "(", "a@b.c;"])(
    "reads a line of %j many times without a fault",
    (piece) => {
      const people = readPeople(`${piece.repeat(29_000 / piece.length)}<a@b.example>`);
      expect(people.every((person) => "message" in person || person.email.includes("@"))).toBe(true);
    },
  );
});
