import { useState } from "react";
import { paths } from "#shared/paths.ts";
import { formatPence } from "#shared/pence.ts";
import type { Portfolio } from "#shared/portfolio/portfolio.ts";
import { nextMessages as messages, ownCompanyMessages } from "#shared/portfolio/portfolio-page-messages.ts";
import { shortDate, shortLondonTime } from "#web/lib/format.ts";
import { LinkButton } from "#web/ui/link.tsx";
import { ShowAll } from "./show-all.tsx";

type Next = Portfolio["next"][number];

const atFirst = 6;

/** The earliest day first. */
export function NextList({ next }: { next: readonly Next[] }) {
  const [isAll, setAll] = useState(false);
  return (
    <section className="own-next" aria-labelledby="own-next">
      <h3 id="own-next">{messages.heading}</h3>
      {next.length === 0 ? (
        <p className="muted">{messages.nothing}</p>
      ) : (
        <ul>
          {(isAll ? next : next.slice(0, atFirst)).map((one) => (
            <NextRow key={`${one.kind} ${one.commitment_id} ${one.lot_id} ${one.day} ${one.pence}`} next={one} />
          ))}
        </ul>
      )}
      {next.length > atFirst && <ShowAll label={messages.all(next.length)} isAll={isAll} onChange={setAll} />}
    </section>
  );
}

function NextRow({ next }: { next: Next }) {
  const { kind, name, pence, day } = next;
  const action = messages.action[kind];
  const target = targetOf(next);
  return (
    <li>
      <time className="note" dateTime={day}>
        {kind === "three_years" ? messages.from(shortDate(day)) : messages.until(deadline(next))}
      </time>
      <div>
        <p className="own-next-title wrap-anywhere">
          {messages.title[kind](name ?? "", pence === null ? "" : formatPence(pence))}
        </p>
        <p className="note">
          {next.early_shares > 0
            ? messages.withoutEarly(ownCompanyMessages.shareCount(next.early_shares))
            : messages.text[kind]}
        </p>
      </div>
      {action && target && (
        <LinkButton variant="outline" isSmall to={target}>
          {action}
          <span className="sr-only"> {name ?? messages.title[kind]("", "")}</span>
        </LinkButton>
      )}
    </li>
  );
}

const ofTax = ["ask_certificate", "claim_relief", "loss_claim", "three_years"];

/** With the weekday where it is a matter of days; dates of tax are years away. */
function deadline({ kind, day }: Next): string {
  return ofTax.includes(kind) ? shortDate(day) : (shortLondonTime(day).split(",")[0] ?? "");
}

function targetOf({ kind, commitment_id, company_id }: Next): string | undefined {
  if (kind === "statement_ends") return paths.signStatement;
  if (commitment_id && !ofTax.includes(kind)) return paths.commitment(commitment_id);
  if (kind === "loss_claim" && company_id) return paths.lossClaim(company_id);
  return company_id ? paths.ownCompany(company_id) : undefined;
}
