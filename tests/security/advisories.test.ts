import { describe, expect, it } from "vitest";
import { judgeAdvisories } from "../../scripts/judge-advisories.ts";

const advisory = (name: string, severity: string, id: string) => ({
  name,
  severity,
  title: "Something is wrong",
  url: `https://github.com/advisories/${id}`,
  range: "<2.0.0",
});

describe("Advisories of the pinned versions", () => {
  const vulnerabilities = {
    tool: { via: ["helper"] },
    helper: { via: [advisory("helper", "low", "GHSA-aaaa-aaaa-aaaa")] },
    server: {
      via: [advisory("server", "high", "GHSA-bbbb-bbbb-bbbb"), advisory("server", "critical", "GHSA-cccc-cccc-cccc")],
    },
    twice: { via: [advisory("server", "high", "GHSA-bbbb-bbbb-bbbb")] },
  };
  it("are listed once each, the worst first", () => {
    expect(judgeAdvisories({ vulnerabilities }, "")?.lines).toEqual([
      "critical\tserver <2.0.0\tGHSA-cccc-cccc-cccc\tSomething is wrong",
      "high\tserver <2.0.0\tGHSA-bbbb-bbbb-bbbb\tSomething is wrong",
      "low\thelper <2.0.0\tGHSA-aaaa-aaaa-aaaa\tSomething is wrong",
    ]);
  });
  it("fail when they are serious and nobody has written down what they mean", () => {
    expect(judgeAdvisories({ vulnerabilities }, "GHSA-bbbb-bbbb-bbbb: not reachable")?.unnamed).toEqual([
      "GHSA-cccc-cccc-cccc",
    ]);
  });
  it("are none where the registry has none", () => {
    expect(judgeAdvisories({ vulnerabilities: {} }, "")).toEqual({ lines: [], unnamed: [] });
  });
  it("are unknown, and nothing fails, where the registry does not answer", () => {
    expect(judgeAdvisories({ message: "405 Method Not Allowed" }, "")).toBeUndefined();
  });
});
