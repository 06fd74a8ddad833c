import { describe, expect, it } from "vitest";
import { initials, profileInputSchema, submissionInputSchema, withSkill } from "./member-profiles.ts";

describe("A directory card", () => {
  it.each([
    ["Tomasz Lindqvist", "TL"],
    ["mina", "M"],
    ["  Ana Maria  de Souza ", "AM"],
    ["李 小龙", "李小"],
    ["", ""],
  ])("shows of %j the initials %j", (name, expected) => {
    expect(initials(name)).toBe(expected);
  });
});

describe("The list of skills", () => {
  it("takes an entry trimmed, and leaves out what is empty or there already", () => {
    expect(withSkill(["Pricing"], "  B2B SaaS ")).toEqual(["Pricing", "B2B SaaS"]);
    expect(withSkill(["Pricing"], "pricing")).toEqual(["Pricing"]);
    expect(withSkill(["Pricing"], "  ")).toEqual(["Pricing"]);
  });
});

describe("A profile form", () => {
  it("needs a name, of two characters once the profile is there", () => {
    expect(submissionInputSchema.safeParse({ full_name: " " }).error?.issues[0]?.message).toBe("Full name is required");
    expect(submissionInputSchema.safeParse({ full_name: "M" }).success).toBe(true);
    expect(profileInputSchema.safeParse({ full_name: "M" }).error?.issues[0]?.message).toBe(
      "Full name must be at least 2 characters",
    );
  });
  it("says 'Invalid url' of each link that is none", () => {
    const typed = { full_name: "Mina", linkedin_url: "x", website_url: "y", profile_image_url: "z" };
    const issues = profileInputSchema.safeParse(typed).error?.issues ?? [];
    expect(issues.map(({ path, message }) => [path[0], message])).toEqual([
      ["linkedin_url", "Invalid url"],
      ["website_url", "Invalid url"],
      ["profile_image_url", "Invalid url"],
    ]);
  });
});
