import { describe, expect, it } from "vitest";
import { findTimeStep } from "./totp.ts";

/** The secret and the last six digits of the codes in RFC 6238, appendix B. */
const secret = "12345678901234567890";

describe("A code of an authenticator app", () => {
  it.each([
    ["1970-01-01T00:00:59Z", "287082", 1],
    ["2005-03-18T01:58:29Z", "081804", 37037036],
    ["2009-02-13T23:31:30Z", "005924", 41152263],
    ["2033-05-18T03:33:20Z", "279037", 66666666],
    ["2603-10-11T11:33:20Z", "353130", 666666666],
  ])("is known at %s", (moment, code, step) => {
    expect(findTimeStep(secret, code, new Date(moment))).toBe(step);
  });
  it("is taken half a minute early and late, as the same one, and no further off", () => {
    const at = (moment: string) => findTimeStep(secret, "081804", new Date(moment));
    expect([at("2005-03-18T01:57:30Z"), at("2005-03-18T01:58:59Z")]).toEqual([37037036, 37037036]);
    expect([at("2005-03-18T01:57:29Z"), at("2005-03-18T01:59:00Z")]).toEqual([undefined, undefined]);
  });
  it("is no other one's", () => {
    expect(findTimeStep(secret, "081805", new Date("2005-03-18T01:58:29Z"))).toBeUndefined();
  });
});
