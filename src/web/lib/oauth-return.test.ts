import { describe, expect, it } from "vitest";
import { readOauthReturn } from "./oauth-return.ts";

const read = (address: string) => readOauthReturn(new URL(address, "http://club.example"));
const nothing = { error: null, code: null, tokens: null };

describe("The return from an external sign-in", () => {
  it.each([
    ["/#/login", "no parameters"],
    ["/#/members?tab=events#x", "our own parameters and anchor"],
    ["/?utm_source=letter#/login", "parameters of another site"],
    ["/#/register?code=ABC", "the code of an invitation"],
  ])("No return is detected in %s: %s", (address) => {
    expect(read(address)).toBeNull();
  });

  it.each([
    ["/?error=access_denied&error_description=Cancelled%20there#/login", "access_denied"],
    ["/#/login?error=access_denied&error_description=Cancelled+there", "access_denied"],
    ["/#/login#error=access_denied&error_description=Cancelled+there", "access_denied"],
    ["/#/login?error_description=Cancelled+there", ""],
    ["/#/login?error=access_denied", "access_denied"],
    ["/#/login?error=access_denied&error_description=", "access_denied"],
    ["/#/login?error_code=bad_state", "bad_state"],
  ])("A failed return is detected in %s", (address, error) => {
    expect(read(address)).toEqual({ found: { ...nothing, error }, rest: { search: "", route: "/login" } });
  });

  it.each(["/?code=abc&state=x#/login", "/#/login?code=abc&state=x", "/#/login#code=abc"])(
    "The return's code is read from %s",
    (address) => {
      expect(read(address)).toEqual({ found: { ...nothing, code: "abc" }, rest: { search: "", route: "/login" } });
    },
  );

  it.each([
    "/?access_token=a&refresh_token=r&expires_in=600&token_type=bearer#/members",
    "/#/members?access_token=a&refresh_token=r",
    "/#/members#access_token=a&refresh_token=r&expires_at=1&type=magiclink",
  ])("A pair of tokens is read from %s, and removed from the address", (address) => {
    const tokens = { access_token: "a", refresh_token: "r" };
    expect(read(address)).toEqual({ found: { ...nothing, tokens }, rest: { search: "", route: "/members" } });
  });

  it("A single token is no pair, and is removed all the same", () => {
    expect(read("/#/login?access_token=a")).toEqual({ found: nothing, rest: { search: "", route: "/login" } });
  });

  it("An invitation code is left to the registration page", () => {
    expect(read("/#/register?code=ABC&access_token=a&refresh_token=r")?.rest.route).toBe("/register?code=ABC");
  });

  it("The other parts of the address stay in place", () => {
    expect(read("/?from=letter&code=abc#/members?tab=account&state=x#events")?.rest).toEqual({
      search: "?from=letter",
      route: "/members?tab=account#events",
    });
  });

  it.each(["/#access_token=a&refresh_token=r", "/?access_token=a&refresh_token=r"])(
    "Tokens are removed from %s, which contains no route",
    (address) => {
      expect(read(address)?.rest).toEqual({ search: "", route: "/" });
    },
  );

  it("A malformed address is read without a fault", () => {
    expect(read("/#/login?error=%E0%A4%A&error_description=%")?.found.error).toBe("\uFFFD%A");
  });
});
