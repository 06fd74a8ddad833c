import { useState } from "react";
import { paths } from "#shared/paths.ts";
import { formatPence } from "#shared/pence.ts";
import type { Portfolio } from "#shared/portfolio/portfolio.ts";
import type { NextKind } from "#shared/portfolio/portfolio-messages.ts";
import { ownCompanyMessages } from "#shared/portfolio/portfolio-page-messages.ts";
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
      <h3 id="own-next">What needs doing next</h3>
      {next.length === 0 ? (
        <p className="muted">Nothing needs doing now.</p>
      ) : (
        <ul>
          {(isAll ? next : next.slice(0, atFirst)).map((one) => (
            <NextRow key={`${one.kind} ${one.commitment_id} ${one.lot_id} ${one.day} ${one.pence}`} next={one} />
          ))}
        </ul>
      )}
      {next.length > atFirst && (
        <ShowAll label={`All ${next.length.toLocaleString("en-GB")}`} isAll={isAll} onChange={setAll} />
      )}
    </section>
  );
}

function NextRow({ next }: { next: Next }) {
  const { kind, name, pence, day, at } = next;
  const action = messages.action[kind];
  const target = targetOf(next);
  return (
    <li>
      <time className="note" dateTime={at ?? day}>
        {deadline(next)}
      </time>
      <div>
        <p className="own-next-title wrap-anywhere">
          {messages.title[kind](name ?? "", pence === null ? "" : formatPence(pence))}
        </p>
        <p className="note">
          {next.early_shares > 0
            ? `If you qualify. Without ${ownCompanyMessages.shareCount(next.early_shares)} that were sold within three years: relief on these is reduced`
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

/** The time where minutes count; dates of tax are years away. */
function deadline({ kind, day, at }: Next): string {
  if (at) return `${new Date(at) < new Date() ? "Late since" : "By"} ${shortLondonTime(at)}`;
  return `${kind === "three_years" ? "From" : "By"} ${shortDate(day)}`;
}

function targetOf({ kind, commitment_id, company_id }: Next): string | undefined {
  if (kind === "statement_ends") return paths.signStatement;
  if (commitment_id && !ofTax.includes(kind)) return paths.commitment(commitment_id);
  if (kind === "loss_claim" && company_id) return paths.lossClaim(company_id);
  return company_id ? paths.ownCompany(company_id) : undefined;
}

const messages = {
  title: {
    reconsent: (name) => `${name}: the terms changed`,
    pay: (name, pence) => `${name}: ${pence} to pay`,
    top_up: (name) => `${name}: shares became free`,
    statement_ends: () => "Sign your statement again",
    ask_certificate: (name) => `${name}: ask for your certificate`,
    claim_relief: (name, pence) => `${name}: you may claim ${pence} of relief`,
    loss_claim: (name, pence) => `${name}: you may claim a loss of ${pence}`,
    three_years: (name) => `${name}: three years are up`,
  } satisfies Record<NextKind, (name: string, pence: string) => string>,
  text: {
    reconsent: "Please say whether you still want to invest. Without an answer your commitment ends",
    pay: "What counts is the day your bank pays. Account and reference are on the page",
    top_up: "First come, first served. You owe nothing if you take none",
    statement_ends: "It ends on this day. What you own stays yours either way",
    ask_certificate: "It usually comes within six months of the shares. No relief can be claimed without it",
    claim_relief: "If you qualify. The company’s certificate has what HMRC asks for",
    loss_claim: "What you lost may lower your tax, if you paid any",
    three_years: "Selling after that day may no longer cost you the relief",
  } satisfies Record<NextKind, string>,
  action: {
    reconsent: "Answer",
    pay: "Pay",
    top_up: "See them",
    statement_ends: "Sign",
    ask_certificate: "See its dates",
    claim_relief: "Claim and record",
    loss_claim: "What you can claim",
    three_years: null,
  } satisfies Record<NextKind, string | null>,
} as const;
