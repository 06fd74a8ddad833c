import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { sampleStatementForms } from "#server/sample/sample-statement-forms.ts";
import { renderStatementForm } from "#shared/statements/render-statement-form.ts";
import { type StatementFormInput, statementFormInputSchema } from "#shared/statements/statements.ts";
import { renderInstalledForm, statementFormHash } from "./statement-form-hash.ts";

const form: StatementFormInput & { is_sample: boolean } = {
  kind: "high_net_worth",
  version_label: "2027-01",
  law_reference: "Article 48",
  valid_from: "2027-01-01",
  valid_until: "2027-12-31",
  is_sample: false,
  content: {
    title: "Statement <1>",
    blocks: [
      { style: "heading", runs: [{ text: "Risk & loss", is_bold: false }] },
      {
        style: "item",
        runs: [
          { text: "You could ", is_bold: false },
          { text: "lose all", is_bold: true },
        ],
      },
    ],
    conditions: [
      {
        key: "income",
        runs: [{ text: "I earned enough.", is_bold: false }],
        fields: [{ key: "amount", label: "Income", least: 100_000, nearest: 10_000 }],
      },
    ],
    none_text: "None of these",
    declarations: [{ key: "true", runs: [{ text: "It is true.", is_bold: false }] }],
  },
};

it("A form is rendered as a page of its own, with bold kept and markup escaped", () => {
  expect(renderStatementForm(form)).toBe(`<!doctype html>
<html lang="en-GB">
<head><meta charset="utf-8"><title>Statement &lt;1&gt;</title></head>
<body>
<h1>Statement &lt;1&gt;</h1>
<p>High net worth individual · Article 48 · 2027-01</p>
<p>From 1 January 2027 to 31 December 2027</p>
<h2>Risk &amp; loss</h2>
<li>You could <b>lose all</b></li>
<section data-condition="income"><p>I earned enough.</p><p>No / Yes</p>
<p data-field="amount">Income (at least £100,000, to the nearest £10,000)</p>
</section>
<p>None of these</p>
<p data-declaration="true">It is true.</p>
</body>
</html>
`);
});

it("The hash of a form stays as it was when the form was installed", () => {
  expect(statementFormHash(form)).toBe("48b4527ad7a375275f2db1a460273469b7c9086975385842f4eaaad5f5b51104");
});

it("A form that was installed with earlier words is rendered in them, as its hash says", () => {
  const sha256 = "103d33e55b92e79509f6e00a2e2e7ecac5417d5d5acee0438a0190464a4bcb07";
  const rendering = renderInstalledForm({ ...form, sha256 });
  expect(createHash("sha256").update(rendering).digest("hex")).toBe(sha256);
  expect(rendering).toContain("<p>From 2027-01-01 to 2027-12-31</p>");
  expect(rendering).toContain("Income (at least 100000, to the nearest 10000)");
  expect(renderInstalledForm({ ...form, sha256: statementFormHash(form) })).toBe(renderStatementForm(form));
});

it("A count has no pounds, and content that cannot be read yet is left out of the page", () => {
  const condition = {
    key: "investments",
    runs: [{ text: "I invested.", is_bold: false }],
    fields: [{ key: "number", label: "Companies", least: 2000, nearest: null }],
  };
  const counted = { ...form, kind: "self_certified_sophisticated" as const, is_sample: false };
  const page = (least: number) =>
    renderStatementForm({
      ...counted,
      content: { ...form.content, conditions: [{ ...condition, fields: [{ ...condition.fields[0], least }] }] },
    } as typeof counted);
  expect(page(2000)).toContain("Companies (at least 2,000)</p>");
  expect(page(Number.NaN)).toContain("Companies</p>");
});

it.each([
  ["a word", { ...form, law_reference: "Article 49" }],
  ["a bold mark", { ...form, content: { ...form.content, blocks: form.content.blocks.map(unbold) } }],
  ["a day", { ...form, valid_until: null }],
  ["that it is a sample", { ...form, is_sample: true }],
  ["the key of a declaration", { ...form, content: { ...form.content, declarations: [{ ...declared(), key: "so" }] } }],
])("Another hash tells of a change of %s", (_what, changed) => {
  expect(statementFormHash(changed)).not.toBe(statementFormHash(form));
});

it.each(sampleStatementForms)(
  "The sample form of $kind passes the checks of a form, and says that it is a sample",
  (sample) => {
    const input = { ...sample, valid_from: "2026-01-01", valid_until: null };
    expect(statementFormInputSchema.parse(input)).toEqual(input);
    expect(renderStatementForm({ ...input, is_sample: true })).toContain(
      "<p><b>Sample form, in our own words. It is not the form that the law prescribes, and signing it proves nothing.</b></p>",
    );
  },
);

function unbold(block: StatementFormInput["content"]["blocks"][number]) {
  return { ...block, runs: block.runs.map(({ text }) => ({ text, is_bold: false })) };
}

function declared() {
  return { key: "true", runs: [{ text: "It is true.", is_bold: false }] };
}
