import { expect, it } from "vitest";
import { testsOf } from "../scripts/changed-tests.ts";
import { describeOutcome, readPlaywright, readVitest } from "../scripts/test-outcome.ts";

const time = { setUpMs: 12_000, testMs: 271_000 };

it("A failed unit test is listed with the command that runs it alone, and a skipped one with its reason", () => {
  const report = {
    testResults: [
      {
        name: "/club/src/a.test.ts",
        status: "failed",
        assertionResults: [
          { status: "passed", ancestorTitles: [], title: "It works" },
          { status: "failed", ancestorTitles: ["A price"], title: "-5: it's £5 (or more)" },
          {
            status: "skipped",
            ancestorTitles: [],
            title: "It is read",
            meta: { leftOut: "pdftotext is not installed" },
          },
          {
            status: "skipped",
            ancestorTitles: [],
            title: "It is counted",
            meta: { leftOut: "pdftotext is not installed" },
          },
        ],
      },
      { name: "/club/src/b.test.ts", status: "failed", message: "no such module", assertionResults: [] },
    ],
  };
  expect(describeOutcome([readVitest(report, "/club")], time)).toBe(
    [
      "",
      "Left out: 2 × pdftotext is not installed",
      "Failed: src/a.test.ts: A price > -5: it's £5 (or more)",
      "  npx vitest run src/a.test.ts --testNamePattern='A price > -5: it'\\''s £5 \\(or more\\)'",
      "Failed: src/b.test.ts",
      "  npx vitest run src/b.test.ts",
      "1 passed, 2 failed, 2 left out, in 4 min 31 s after 12 s of set-up",
    ].join("\n"),
  );
});

it("A journey that failed once of three times is told from one that always fails, and repeats count once", () => {
  const spec = (line: number, title: string, status: string) => ({
    title,
    file: "sign-in.spec.ts",
    line,
    tests: [{ status, annotations: [], results: [{ status, attachments: [{ name: "trace", path: "trace.zip" }] }] }],
  });
  const report = {
    suites: [
      {
        specs: [spec(3, "signs in", "expected"), spec(9, "is refused", "unexpected")],
        suites: [{ specs: [spec(3, "signs in", "unexpected"), spec(3, "signs in", "expected")] }],
      },
      { specs: [spec(20, "signs out", "expected"), spec(20, "signs out", "expected"), spec(20, "stays", "expected")] },
    ],
  };
  expect(describeOutcome([readPlaywright(report)], time)).toBe(
    [
      "",
      "Flaky: tests/e2e/sign-in.spec.ts:3: signs in (failed 1 of 3 times)",
      "  npm run test:e2e -- tests/e2e/sign-in.spec.ts:3",
      "  npx playwright show-trace trace.zip",
      "Failed: tests/e2e/sign-in.spec.ts:9: is refused",
      "  npm run test:e2e -- tests/e2e/sign-in.spec.ts:9",
      "  npx playwright show-trace trace.zip",
      "2 passed, 1 failed, 1 flaky, 0 left out, in 4 min 31 s after 12 s of set-up",
    ].join("\n"),
  );
});

it("A run that wrote no report fails", () => {
  expect([readVitest(undefined, "/"), readPlaywright(undefined)].map(({ failures }) => failures.length)).toEqual([
    1, 1,
  ]);
});

it("The journeys of a changed feature or file are run, and the suites of what they are about", () => {
  const specs = ["deals-desk.spec.ts", "deals.spec.ts", "dealsman.spec.ts", "funds.spec.ts", "test.ts"];
  expect(testsOf(["src/web/features/deals/desk/a.tsx", "README.md"], specs)).toEqual({
    needsSuites: false,
    journeys: ["tests/e2e/deals-desk.spec.ts", "tests/e2e/deals.spec.ts"],
  });
  expect(testsOf(["tests/e2e/funds.spec.ts", "db/code/26-funds-1-ledger.sql"], specs)).toEqual({
    needsSuites: true,
    journeys: ["tests/e2e/funds.spec.ts"],
  });
});
