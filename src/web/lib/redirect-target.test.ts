import { describe, expect, it } from "vitest";
import { loginRedirectState, redirectTarget } from "./redirect-target.ts";

describe("Signing in redirects", () => {
  it.each([
    "/members",
    "/members?tab=events",
    "/members#told",
    "/members?tab=account#told",
    "/members/investments/loxa",
    "/members/investments/loxa?from=mail",
  ])("Signing in redirects to the requested page of the members area: %s", (wanted) => {
    expect(redirectTarget(loginRedirectState(`#${wanted}`))).toBe(wanted);
  });

  it("The redirect leaves out what Google has put into the address", () => {
    expect(loginRedirectState("#/members#access_token=a&refresh_token=b")).toEqual({ wanted: "/members" });
  });

  it.each([
    undefined,
    null,
    "a text",
    {},
    { wanted: 7 },
    { wanted: "" },
    { wanted: "/about" },
    { wanted: "/members-elsewhere" },
    { wanted: "//elsewhere.example/members" },
    { wanted: "https://elsewhere.example/#/members" },
    { wanted: "javascript:alert(1)//members" },
  ])("Signing in redirects to the members area instead of %o", (state) => {
    expect(redirectTarget(state)).toBe("/members");
  });
});
