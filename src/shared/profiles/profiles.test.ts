import { describe, expect, it } from "vitest";
import { missingIn } from "./own-profile-messages.ts";
import { profileFields, withExpertise } from "./profile-fields.ts";
import { profileInputSchema, submissionInputSchema } from "./profiles.ts";

describe("The list of skills", () => {
  it("An entry of skills is trimmed, and an empty or duplicate one is omitted", () => {
    expect(withExpertise(["Pricing"], "  B2B SaaS ")).toEqual(["Pricing", "B2B SaaS"]);
    expect(withExpertise(["Pricing"], "pricing")).toEqual(["Pricing"]);
    expect(withExpertise(["Pricing"], "  ")).toEqual(["Pricing"]);
  });
  it("Each part between commas becomes a skill of its own", () => {
    expect(withExpertise(["Peat"], "Peat, Wind  energy; pricing,")).toEqual(["Peat", "Wind energy", "pricing"]);
  });
});

describe("A profile form", () => {
  it("A profile form requires a name, of at least two characters once the profile exists", () => {
    expect(submissionInputSchema.safeParse({ full_name: " " }).error?.issues[0]?.message).toBe("Full name is required");
    expect(submissionInputSchema.safeParse({ full_name: "M" }).success).toBe(true);
    expect(profileInputSchema.safeParse({ full_name: "M" }).error?.issues[0]?.message).toBe(
      "Full name must be at least 2 characters",
    );
  });
  it("A profile form accepts lines of 200 characters, texts of 5,000, and 30 skills", () => {
    const skills = (count: number) => Array.from({ length: count }, (_, index) => `Skill ${index}`);
    const full = { full_name: "M".repeat(200), bio: "b".repeat(5000), expertise: skills(30) };
    expect(submissionInputSchema.safeParse(full).success).toBe(true);
    const fuller = { full_name: "M".repeat(201), bio: "b".repeat(5001), expertise: skills(31) };
    expect(submissionInputSchema.safeParse(fuller).error?.issues.map(({ message }) => message)).toEqual([
      "Please use at most 200 characters",
      "Please use at most 5000 characters",
      "Please list at most 30 skills",
    ]);
  });
  it("A profile form accepts a web address or an uploaded picture, and no other address of the club", () => {
    const id = "01900000-0000-7000-8000-000000000000";
    const isTaken = (profile_image_url: string) =>
      submissionInputSchema.safeParse({ full_name: "Mina", profile_image_url }).success;
    expect([`/api/pictures/${id}`, "https://castell.example/me.png", ""].map(isTaken)).toEqual([true, true, true]);
    const shown = submissionInputSchema.parse({
      full_name: "Mina",
      profile_image_url: "HTTP://castell.example/me.png",
    });
    expect(shown.profile_image_url).toBe("https://castell.example/me.png");
    expect(
      [`/api/pictures/${id}?x`, "/api/pictures/me", "/api/session", `//evil.example/api/pictures/${id}`].map(isTaken),
    ).toEqual([false, false, false, false]);
  });
  it("A profile form returns 'Invalid url' for each invalid link", () => {
    const typed = { full_name: "Mina", linkedin_url: "x", website_url: "y", profile_image_url: "z" };
    const issues = profileInputSchema.safeParse(typed).error?.issues ?? [];
    expect(issues.map(({ path, message }) => [path[0], message])).toEqual([
      ["linkedin_url", "Invalid url"],
      ["website_url", "Invalid url"],
      ["profile_image_url", "Invalid url"],
    ]);
  });
});

describe("What is missing in a profile", () => {
  it("Missing parts of a profile are named in the form's order, and one link is enough", () => {
    expect(missingIn({ full_name: "Mina", position: "", bio: null, expertise: [] })).toEqual([
      "your position",
      "your company",
      "your location",
      "a bio",
      "your expertise",
      "what you offer",
      "a picture",
      "a link to LinkedIn or a website",
    ]);
    const rest = {
      position: "Partner",
      company: "Castell",
      location: "Leeds",
      bio: "I build.",
      expertise: ["Pricing"],
    };
    expect(
      missingIn({ ...rest, full_name: "Mina", services_offered: "Time", website_url: "https://castell.example" }),
    ).toEqual(["a picture"]);
  });
  it("A profile that is filled in has nothing missing", () => {
    const filled = Object.fromEntries(profileFields.map(({ name, kind }) => [name, kind === "skills" ? ["x"] : "x"]));
    expect(missingIn(filled)).toEqual([]);
  });
});
