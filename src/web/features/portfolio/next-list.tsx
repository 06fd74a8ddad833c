import { paths } from "#shared/paths.ts";
import { formatPence } from "#shared/pence.ts";
import { certificateMessages } from "#shared/portfolio/certificate-messages.ts";
import type { Portfolio } from "#shared/portfolio/portfolio.ts";
import type { NextKind } from "#shared/portfolio/portfolio-messages.ts";
import { toDoMessages as messages, ownCompanyMessages } from "#shared/portfolio/portfolio-page-messages.ts";
import { daysBetween, soonDays } from "#shared/portfolio/tax-dates.ts";
import { shortDate, shortLondonTime } from "#web/lib/format.ts";
import { useKeptFold } from "#web/lib/search-state.ts";
import { serverNow } from "#web/lib/server-time.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Fold } from "#web/ui/fold.tsx";
import { InlineLink, LinkButton } from "#web/ui/link.tsx";
import { CalendarPart } from "./calendar-part.tsx";
import { lotWords } from "./lot-words.ts";

type Next = Portfolio["next"][number];

/** What the reader has to do within 90 days, and what waits for somebody else; all dates are folded. */
export function NextList({ portfolio }: { portfolio: Portfolio }) {
  const { next, calendar, as_of } = portfolio;
  const fold = useKeptFold("dates");
  const waiting = next.filter(isForOthers);
  const own = next.filter((one) => !isForOthers(one));
  const soon = own.filter((one) => hasAct(one) && daysBetween(as_of, one.day) <= soonDays);
  const later = own.filter((one) => !soon.includes(one));
  const ending = waiting.find(({ day }) => day >= as_of && daysBetween(as_of, day) <= soonDays);
  return (
    <div className="own-next-columns">
      <section className="own-next" aria-labelledby="own-next">
        <h2 className="d4" id="own-next">
          Dates within 90 days
          {soon.length > 0 && <span className="own-count num">{soon.length.toLocaleString("en-GB")}</span>}
        </h2>
        {soon.length === 0 ? (
          <p className="muted">
            {ending
              ? messages.endsWithoutCertificate(lotWords(portfolio, ending).company, shortDate(ending.day))
              : nothingWords(later[0], portfolio)}
          </p>
        ) : (
          <Rows rows={soon} portfolio={portfolio} isFirstFilled />
        )}
        {calendar.length > 0 && (
          <Fold summary={allWords(portfolio)} {...fold}>
            {() => (
              <>
                {later.length > 0 && <Rows rows={later} portfolio={portfolio} />}
                <CalendarPart portfolio={portfolio} />
              </>
            )}
          </Fold>
        )}
      </section>
      {waiting.length > 0 && (
        <section className="own-next own-waiting" aria-labelledby="own-waiting">
          <h2 className="d4" id="own-waiting">
            Waiting for others
          </h2>
          <ul>
            {waiting.map((one) => (
              <WaitingRow key={keyOf(one)} next={one} portfolio={portfolio} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** The company owes the certificate. */
const isForOthers = ({ kind }: Next): boolean => kind === "ask_certificate";

/** An entry without an action is a date to know. */
const hasAct = ({ kind }: Next): boolean => words.action[kind] !== null;

const keyOf = (one: Next): string => `${one.kind} ${one.commitment_id} ${one.lot_id} ${one.day} ${one.pence}`;

const nothingWords = (first: Next | undefined, portfolio: Portfolio): string =>
  first ? `${messages.nothing} ${messages.after(titleOf(first, portfolio), shortDate(first.day))}` : messages.nothing;

function allWords({ calendar }: Portfolio): string {
  const years = calendar.map(({ day }) => day.slice(0, 4)).toSorted();
  return messages.all(calendar.length, years[0] ?? "", years.at(-1) ?? "");
}

interface RowsProps {
  rows: readonly Next[];
  portfolio: Portfolio;
  /** The first act is the next one of this reader. */
  isFirstFilled?: boolean;
}

const Rows = ({ rows, portfolio, isFirstFilled }: RowsProps) => (
  <ul>
    {rows.map((one, index) => (
      <NextRow key={keyOf(one)} next={one} portfolio={portfolio} isFilled={isFirstFilled && index === 0} />
    ))}
  </ul>
);

interface OneProps {
  next: Next;
  portfolio: Portfolio;
}

function NextRow({ next, portfolio, isFilled }: OneProps & { isFilled: boolean | undefined }) {
  const { kind, name, day, at } = next;
  const action = words.action[kind];
  const target = targetOf(next);
  return (
    <li>
      <time className={isLate(next) ? "own-next-time is-late" : "own-next-time"} dateTime={at ?? day}>
        {deadline(next)}
      </time>
      <div>
        <p className="font-[550] wrap-anywhere">{titleOf(next, portfolio)}</p>
        <p className="note">{textOf(next)}</p>
      </div>
      {action && target && (
        <LinkButton variant={isFilled ? "secondary" : "outline"} isSmall to={target}>
          {action}
          <span className="sr-only"> {name ?? words.title[kind]("", "", "")}</span>
        </LinkButton>
      )}
    </li>
  );
}

function WaitingRow({ next, portfolio }: OneProps) {
  const target = targetOf(next);
  return (
    <li>
      <div>
        <p className="flex items-baseline justify-between gap-x-4 gap-y-1">
          <span className="font-[550] wrap-anywhere">{titleOf(next, portfolio)}</span>
          <Badge tone="refused" isPlain>
            {certificateMessages.late}
          </Badge>
        </p>
        <p className="note">
          {textOf(next)}.{" "}
          {target && (
            <InlineLink to={target}>
              {words.action[next.kind]}
              <span className="sr-only"> {next.name}</span>
            </InlineLink>
          )}
        </p>
      </div>
    </li>
  );
}

function titleOf(next: Next, portfolio: Portfolio): string {
  const { kind, pence } = next;
  const { company, scheme } = lotWords(portfolio, next);
  return words.title[kind](company, pence === null ? "" : formatPence(pence), scheme);
}

const textOf = ({ kind, early_shares, day }: Next): string =>
  early_shares > 0
    ? `If you qualify. Without ${ownCompanyMessages.shareCount(early_shares)} that were sold within three years: relief on these is reduced`
    : words.text[kind](shortDate(day));

const isLate = ({ at }: Next): boolean => at !== null && new Date(at) < serverNow();

const ofTax = ["ask_certificate", "claim_relief", "loss_claim", "three_years"];

/** The time where minutes count; dates of tax are years away. */
function deadline(next: Next): string {
  if (next.at) return `${isLate(next) ? "Late since" : "By"} ${shortLondonTime(next.at)}`;
  return `${next.kind === "three_years" ? "From" : "By"} ${shortDate(next.day)}`;
}

function targetOf({ kind, commitment_id, company_id }: Next): string | undefined {
  if (kind === "statement_ends") return paths.signStatement;
  if (commitment_id && !ofTax.includes(kind)) return paths.commitment(commitment_id);
  if (kind === "loss_claim" && company_id) return paths.lossClaim(company_id);
  if (!company_id) return undefined;
  return kind === "ask_certificate" ? paths.ownTax(company_id) : paths.ownCompany(company_id);
}

const words = {
  title: {
    reconsent: (name) => `${name}: the terms changed`,
    pay: (name, pence) => `Pay ${pence} for ${name}`,
    top_up: (name) => `${name}: shares became free`,
    statement_ends: () => "Sign your statement again",
    ask_certificate: (name, _pence, scheme) => certificateMessages.certificate(name, scheme),
    claim_relief: (name, pence) => `${name}: you may claim ${pence} of relief`,
    loss_claim: (name, pence) => `${name}: you may claim a loss of ${pence}`,
    three_years: (name) => `${name}: three years are up`,
  } satisfies Record<NextKind, (name: string, pence: string, scheme: string) => string>,
  text: {
    reconsent: () => "Please say whether you still want to invest. Without an answer your commitment ends",
    pay: () => "What counts is the day your bank pays. Account and reference are on the page",
    top_up: () => "First come, first served. You owe nothing if you take none",
    statement_ends: () => "It ends on this day. What you own stays yours either way",
    ask_certificate: certificateMessages.certificateNote,
    claim_relief: () => "If you qualify. The company’s certificate has what HMRC asks for",
    loss_claim: () => "What you lost may lower your tax, if you paid any",
    three_years: () => "Selling after that day may no longer cost you the relief",
  } satisfies Record<NextKind, (day: string) => string>,
  action: {
    reconsent: "Answer",
    pay: "Pay",
    top_up: "See them",
    statement_ends: "Sign",
    ask_certificate: "Whom to ask",
    claim_relief: "Claim and record",
    loss_claim: "What you can claim",
    three_years: null,
  } satisfies Record<NextKind, string | null>,
} as const;
