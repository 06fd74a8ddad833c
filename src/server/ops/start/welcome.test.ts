import { expect, it } from "vitest";
import { describeWelcome } from "./welcome.ts";

const appUrl = "https://club.example";
const noLinks = { by: "terminal" as const, links: [] };

it("The operator of a sample club sees its address and how to sign in as an admin and as a member", () => {
  const sample = {
    admin: { email: "ada@kindling.example", password: "sample-admin" },
    member: { email: "grace@kindling.example", password: "sample-member" },
  };
  const text = describeWelcome({ appUrl: "http://127.0.0.1:3000", sample }, noLinks);
  expect(text).toBe(`
Kindling is ready: http://127.0.0.1:3000

This is a sample club. Sign in with

  as admin:   ada@kindling.example  password: sample-admin
  as member:  grace@kindling.example  password: sample-member

For a club of your own, set ADMIN_EMAILS to the e-mail addresses of its admins.

`);
});

it("The operator of a new club sees in the terminal a registration link for each admin without an account", () => {
  const url = "https://club.example/#/register?code=ABC&email=ada%40club.example";
  const text = describeWelcome({ appUrl }, { by: "terminal", links: [{ email: "ada@club.example", url }] });
  expect(text).toContain(`  ada@club.example  ${url}\n`);
  expect(text).not.toContain("sample");
});

it("The operator of a club whose admins all have accounts sees only its address", () => {
  const ready = "\nKindling is ready: https://club.example\n\n";
  expect(describeWelcome({ appUrl }, noLinks)).toBe(ready);
  expect(describeWelcome({ appUrl }, { by: "mail", count: 0 })).toBe(ready);
});

it.each([
  [
    { by: "file" as const, count: 1, file: "/srv/var/registration-links.txt" },
    "One admin has no account yet. Registration links, readable by this user only: /srv/var/registration-links.txt",
  ],
  [
    { by: "mail" as const, count: 2 },
    "2 admins have no account yet. Registration links are mailed once; npm run first-admin shows them.",
  ],
])("The operator whose output may be a log sees where the links are, and no link: %j", (delivery, sentence) => {
  expect(describeWelcome({ appUrl }, delivery)).toBe(`\nKindling is ready: https://club.example\n\n${sentence}\n\n`);
});
