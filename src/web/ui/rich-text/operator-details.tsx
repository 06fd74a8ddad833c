import type { RichTextValues } from "#shared/content/rich-text-rules.ts";
import { InlineLink } from "../link.tsx";

/** Who answers for the site: the company, its number, its postal address and its contact e-mail. */
export function OperatorDetails({ values }: { values: RichTextValues }) {
  const lines = values.address.split("\n").filter((line) => line !== values.operator);
  return (
    <address className="not-italic">
      <span className="block">{values.operator}</span>
      <span className="block">Company number {values.company_number}</span>
      {lines.map((line) => (
        <span className="block" key={line}>
          {line}
        </span>
      ))}
      <span className="block">
        Email: <InlineLink to={`mailto:${values.contact_email}`}>{values.contact_email}</InlineLink>
      </span>
    </address>
  );
}
