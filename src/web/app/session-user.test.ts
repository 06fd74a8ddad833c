import { expect, it } from "vitest";
import type { SessionUser } from "#shared/account/session.ts";
import { greetingName } from "./session-user.ts";

const user = (email: string, full_name: string | null, name: string | null): SessionUser => ({
  id: "01900000-0000-7000-8000-000000000000",
  email,
  email_verified: true,
  identities: [],
  factors: [],
  user_metadata: { full_name, name, avatar_url: null },
});

it("A member is greeted by the first available of five names", () => {
  const known = user("mina.c@castell.example", "Full Name", "Short Name");
  expect(greetingName("Mina Castell", known)).toBe("Mina");
  expect(greetingName("Castell, Mina", known)).toBe("Mina");
  expect(greetingName(" ", known)).toBe("Full");
  expect(greetingName(null, user("mina.c@castell.example", null, "Short Name"))).toBe("Short");
  expect(greetingName(undefined, user("mina.c@castell.example", null, null))).toBe("mina.c");
  expect(greetingName(undefined, undefined)).toBe("Member");
});
