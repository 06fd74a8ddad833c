import { club } from "#shared/club.ts";
import { Email } from "#web/content/email.tsx";

/** Who answers for the site: the company, its number, its postal address and its contact e-mail. */
export function OperatorDetails() {
  const [company, ...lines] = club.address;
  return (
    <address className="not-italic">
      <span className="block">{company}</span>
      <span className="block">Company number {club.companyNumber}</span>
      {lines.map((line) => (
        <span className="block" key={line}>
          {line}
        </span>
      ))}
      <span className="block">
        Email: <Email />
      </span>
    </address>
  );
}
