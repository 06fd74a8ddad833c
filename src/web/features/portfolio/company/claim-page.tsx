import "./claim.css";
import { useQuery } from "@tanstack/react-query";
import { formatPence } from "#shared/pence.ts";
import type { OwnCompany } from "#shared/portfolio/portfolio.ts";
import { lossClaimMessages as messages } from "#shared/portfolio/portfolio-claim-messages.ts";
import { ownCompanyMessages, ownPortfolioMessages } from "#shared/portfolio/portfolio-page-messages.ts";
import { formatTaxYear, lossClaimableUntil, taxYearOf } from "#shared/portfolio/tax-dates.ts";
import { yearEndMessages } from "#shared/portfolio/year-end-messages.ts";
import { Papers } from "#web/features/funds/own-papers.tsx";
import { ApiError } from "#web/lib/api.ts";
import { longDate } from "#web/lib/format.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { OwnPage } from "../own-page.tsx";
import { ownCompanyQuery } from "../portfolio-queries.ts";
import { OpenEvidence } from "./open-evidence.tsx";
import { OwnExits } from "./own-exits.tsx";
import { claimOffers, RecordRelief } from "./relief-dialog.tsx";

/** What a member may claim for shares that brought less than they cost: facts and dates, not advice. */
export function ClaimPage({ id, backTo }: { id: string; backTo: string }) {
  const { data, error, isPending, refetch } = useQuery(ownCompanyQuery(id));
  const isMissing = error instanceof ApiError && error.problem.code === "not_found";
  return (
    <OwnPage
      title={data && messages.title(data.company.name)}
      label={messages.label}
      backTo={backTo}
      backLabel={data?.company.name}
      className="own-company own-claim"
    >
      {data && !isMissing && <Shown own={data} />}
      {isPending && <RowSkeletons label={ownCompanyMessages.loading} count={4} />}
      {isMissing && (
        <EmptyState isCard heading="h1" title={ownCompanyMessages.missing} text={ownCompanyMessages.missingText} />
      )}
      {error && !data && !isMissing && (
        <LoadFailed
          heading="h1"
          title={ownCompanyMessages.failed}
          text={ownPortfolioMessages.failedText}
          onRetry={refetch}
        />
      )}
    </OwnPage>
  );
}

function Shown({ own }: { own: OwnCompany }) {
  const { company, losses, as_of } = own;
  const lots = company.lots.filter(({ id }) => losses.some(({ lot_id }) => lot_id === id));
  return (
    <>
      <h1 className="wrap-anywhere">{messages.title(company.name)}</h1>
      <p className="muted max-w-(--measure)">
        If you paid income tax or capital gains tax in the UK, you may be able to set this loss against it. The figures
        follow from your own holdings and from what you recorded. This is not advice: an accountant can say what applies
        to you.
      </p>
      {losses.length === 0 ? (
        <EmptyState
          isCard
          title="Nothing to claim here"
          text="These shares are still held, or brought at least what they cost less your relief."
        />
      ) : (
        <div className="own-columns">
          <div className="own-main">
            {losses.map((loss) => (
              <LossPart key={`${loss.lot_id} ${loss.day} ${loss.cost_pence}`} loss={loss} lots={lots} today={as_of} />
            ))}
            <OwnExits companyId={company.company_id} />
          </div>
          <aside className="own-aside">
            <How losses={losses} lots={lots} />
            <Needed own={own} lots={lots} />
            {!own.typed && (
              <Papers
                heading={ownCompanyMessages.papers}
                commitments={lots.flatMap(({ commitment_id, scheme, deal_name, shares_left }) =>
                  commitment_id
                    ? [{ id: commitment_id, scheme, deal_name: deal_name ?? "", isHeld: shares_left > 0 }]
                    : [],
                )}
              />
            )}
          </aside>
        </div>
      )}
    </>
  );
}

type Loss = OwnCompany["losses"][number];
type Lot = OwnCompany["company"]["lots"][number];

interface LossPartProps {
  loss: Loss;
  lots: readonly Lot[];
  today: string;
}

/** One sale, or what was written off of one lot. */
function LossPart({ loss, lots, today }: LossPartProps) {
  const lot = lots.find(({ id }) => id === loss.lot_id);
  if (!lot) return null;
  const offers = claimOffers([lot], [loss]);
  const shares = loss.shares.toLocaleString("en-GB");
  const words = loss.kind === "sold" ? messages.soldOn : messages.lostOn;
  const hasUnrecorded = loss.usual_relief_pence !== null && loss.relief_kept_pence === 0;
  return (
    <section className="own-part" aria-label={words(shares, longDate(lot.issued_on), longDate(loss.day))}>
      <h2 className="d4 num">{words(shares, longDate(lot.issued_on), longDate(loss.day))}</h2>
      <dl className="own-sum num">
        <Row name="What they cost" value={formatPence(loss.cost_pence)} note="The club’s fee is not part of it" />
        {lot.scheme !== null && (
          <Row
            name={yearEndMessages.reliefKept}
            value={hasUnrecorded ? "None recorded" : minus(loss.relief_kept_pence)}
            note={
              loss.relief_withdrawn_pence > 0 &&
              `${formatPence(loss.relief_withdrawn_pence)} of what was recorded may have to go back to HMRC`
            }
          />
        )}
        {loss.kind === "sold" && (
          <Row name="What they brought" value={minus(loss.proceeds_pence)} note="After the costs of the sale" />
        )}
        <Row name="Loss you may claim" value={formatPence(loss.loss_pence)} note={null} isTotal />
        <Row
          name="The claim may be open until"
          value={longDate(loss.claim_until)}
          note={loss.is_recorded ? "You recorded a claim" : loss.claim_until < today ? "That day has passed" : null}
        />
      </dl>
      {hasUnrecorded && (
        <Notice>
          If you claimed relief as you bought these shares, record it: the loss is less by what you keep of it. Relief
          on all of them comes to {formatPence(loss.usual_relief_pence ?? 0)}.
        </Notice>
      )}
      {loss.three_years_on !== null && (
        <Notice>
          They were sold before {longDate(loss.three_years_on)}, three years after they were issued: relief on them is
          reduced by what they brought, at its rate. Sold to somebody at less than their worth, none of it is kept.
        </Notice>
      )}
      {lot.scheme === null && (
        <Notice>
          They were bought under no scheme. A loss may count against gains; against income only if the shares qualify,
          and then until {longDate(lossClaimableUntil(loss.day, { hasScheme: true }))}.
        </Notice>
      )}
      {offers.length > 0 && <RecordRelief offers={offers} />}
    </section>
  );
}

const minus = (pence: number): string => (pence === 0 ? formatPence(0) : `−${formatPence(pence)}`);

interface RowProps {
  name: string;
  value: string;
  note: string | false | null;
  isTotal?: boolean;
}

const Row = ({ name, value, note, isTotal = false }: RowProps) => (
  <div className={isTotal ? "is-total" : undefined}>
    <dt>
      {name}
      {note && <span className="note block">{note}</span>}
    </dt>
    <dd>{value}</dd>
  </div>
);

function How({ losses, lots }: { losses: readonly Loss[]; lots: readonly Lot[] }) {
  const hasScheme = lots.some(({ scheme }) => scheme !== null);
  return (
    <section aria-labelledby="own-how">
      <h2 id="own-how">How a loss may be used</h2>
      <ul className="small list-disc pl-5">
        {lossRules(losses, hasScheme).map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </section>
  );
}

function Needed({ own: { losses, prices, typed }, lots }: { own: OwnCompany; lots: readonly Lot[] }) {
  const schemes = [...new Set(lots.flatMap(({ scheme }) => scheme ?? []))];
  const lost = prices.find(({ basis }) => basis === "nil");
  if (schemes.length === 0 && typed && !lost) return null;
  return (
    <section aria-labelledby="own-needed">
      <h2 id="own-needed">Documents that show it</h2>
      <ul className="small list-disc pl-5">
        {schemes.map((scheme) => (
          <li key={scheme}>Your {scheme}3, if you claimed relief</li>
        ))}
        {!typed && (
          <li>Your certificate of beneficial ownership, which says what the shares cost and when they were issued</li>
        )}
        {!typed && losses.some(({ kind }) => kind === "sold") && <li>Your statement of the sale</li>}
        {lost && losses.some(({ kind }) => kind === "written_off") && (
          <li className="wrap-anywhere">
            {lost.source === null ? messages.evidence : `What shows that nothing is left: ${lost.source}`}{" "}
            {lost.evidence_of !== null && (
              <OpenEvidence path={`/valuations/${lost.evidence_of}/evidence`} labelEnd={messages.evidence} />
            )}
          </li>
        )}
      </ul>
    </section>
  );
}

/** How losses may be used, a sentence each. */
export function lossRules(losses: readonly OwnCompany["losses"][number][], hasScheme: boolean): string[] {
  const years = new Set(hasScheme ? losses.map(({ day }) => taxYearOf(day)) : []);
  const has = (wanted: "sold" | "written_off") => losses.some(({ kind }) => kind === wanted);
  return [
    ...[...years].map(
      (year) =>
        `Against your income of ${formatTaxYear(year)}, or of ${formatTaxYear(year - 1)}, the year before, or of both`,
    ),
    years.size > 0 ? `Or a${messages.gains.slice(1)}` : messages.gains,
    ...(has("written_off")
      ? [
          "What counts is a sale at arm’s length, a liquidation, or a claim that the shares have become of negligible value. If the company is not wound up yet, its shares being worth nothing here does not make such a claim for you.",
          "The day that counts for tax may be another than the day above. If it falls in another tax year, the last day to claim moves with it.",
        ]
      : []),
    ...(has("sold")
      ? [
          "If a part of the price was kept back at a sale and may be paid later, the loss may be less by it. When it counts depends on the terms of the sale.",
        ]
      : []),
  ];
}
