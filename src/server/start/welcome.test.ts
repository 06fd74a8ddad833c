import { expect, it } from "vitest";
import { describeWelcome } from "./welcome.ts";

it("The operator of a sample club sees where it is and how to sign in as admin and as member", () => {
  const text = describeWelcome({
    appUrl: "http://127.0.0.1:3000",
    sample: {
      admin: { email: "ada@kindling.example", password: "sample-admin" },
      member: { email: "grace@kindling.example", password: "sample-member" },
    },
    registrations: [],
  });
  expect(text).toBe(`
Kindling is ready: http://127.0.0.1:3000

This is a sample club. Sign in with

  as admin:   ada@kindling.example  password: sample-admin
  as member:  grace@kindling.example  password: sample-member

For a club of your own, set ADMIN_EMAILS to the e-mail addresses of its admins.

`);
});

it("The operator of a new club sees a registration link for each admin without an account", () => {
  const url = "https://club.example/#/register?code=ABC&email=ada%40club.example";
  const text = describeWelcome({ appUrl: "https://club.example", registrations: [{ email: "ada@club.example", url }] });
  expect(text).toContain(`  ada@club.example  ${url}\n`);
  expect(text).not.toContain("sample");
});

it("The operator of a club whose admins are all there sees its address and nothing else", () => {
  expect(describeWelcome({ appUrl: "https://club.example", registrations: [] })).toBe(
    "\nKindling is ready: https://club.example\n\n",
  );
});
