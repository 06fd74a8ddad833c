import type { ReactNode } from "react";
import type { OwnCommitment } from "#shared/commitments/commitments.ts";
import { ownCommitmentMessages } from "#shared/commitments/own-commitment-messages.ts";
import { amountForShares, minimumShares } from "#shared/commitments/share-costs.ts";
import { counted } from "#shared/counted.ts";
import { dealLogoPath } from "#shared/deals/company-logo-rules.ts";
import { dealSchemeLabels } from "#shared/deals/deal-messages.ts";
import type { OpenDeal } from "#shared/deals/deals.ts";
import {
  type DealSectionName,
  dealSectionMessages,
  openDealMessages as messages,
  openDealStateLabels,
} from "#shared/deals/open-deal-messages.ts";
import { formatPounds } from "#shared/format-pounds.ts";
import { paths } from "#shared/paths.ts";
import { formatPence, formatPrice } from "#shared/pence.ts";
import { rangeWords } from "#shared/range-words.ts";
import { commitmentTones, commitmentWords } from "#web/features/commitments/commitment-words.ts";
import { shortLondonTime } from "#web/lib/format.ts";
import { useSearchState } from "#web/lib/search-state.ts";
import { Badge } from "#web/ui/badge.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { RouteLink } from "#web/ui/route-link.tsx";
import { sectionId } from "./deal-section.tsx";
import { openDealTones } from "./deal-words.ts";
import { openDealsSearch } from "./deals-search.ts";

export function DealHead({ deal }: { deal: OpenDeal }) {
  const { id, state, content } = deal;
  const { company, deal_name, terms } = content;
  const { place, founded_year, company_number, website } = company;
  const facts = [
    place,
    founded_year && `founded ${founded_year}`,
    company_number && `company ${company_number}`,
    deal_name,
  ];
  const fewest = minimumShares(terms.price, terms.minimum_commitment_pence);
  return (
    <>
      <div className="deal-head">
        <p className="deal-marks">
          <Badge tone={openDealTones[state]}>{openDealStateLabels[state]}</Badge>
          <span className="chip">{dealSchemeLabels[terms.scheme]}</span>
          <span className="note wrap-anywhere">
            {facts.filter(Boolean).join(", ")}
            {website && ", "}
            {website && (
              <InlineLink to={website} isQuiet isNofollow>
                website
              </InlineLink>
            )}
          </span>
        </p>
        <div className="flex items-center gap-4">
          {company.logo && (
            <img className="size-12 shrink-0 object-contain" src={dealLogoPath(id, company.logo.file_id)} alt="" />
          )}
          <h2 className="d1 wrap-anywhere">{company.name}</h2>
        </div>
        {company.one_line && <p className="deal-line muted wrap-anywhere">{company.one_line}</p>}
      </div>
      <dl className="deal-facts num">
        <Fact label="A share" value={formatPrice(terms.price)} />
        <Fact
          label="Club round"
          value={rangeWords(formatPounds(terms.club_minimum_pence), formatPounds(terms.club_maximum_pence))}
        />
        <Fact
          label="Smallest commitment"
          value={`${formatPence(amountForShares(terms.price, fewest))}, ${counted(fewest, "share")}`}
        />
        <Fact
          label={messages.moment[state]}
          value={<Moment text={shortLondonTime(state === "opens_soon" ? terms.opens_at : deal.closes_at)} />}
        />
      </dl>
    </>
  );
}

function Fact({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** A deal that its reader bought, with the way to their commitment. */
export function BoughtLine({ bought }: { bought: NonNullable<OpenDeal["bought"]> }) {
  return (
    <p className="deal-own small num">
      You bought {counted(bought.shares, "share")} in this deal. It stays readable for you.{" "}
      <InlineLink to={paths.commitment(bought.commitment_id)}>{messages.ownCommitment}</InlineLink>
    </p>
  );
}

/** What the reader has committed to, before anything asks them to. */
export function OwnCommitmentLine({ commitment }: { commitment: OwnCommitment }) {
  return (
    <p className="deal-own small num">
      <Badge tone={commitmentTones[commitment.state]}>{commitmentWords(commitment)}</Badge>
      <InlineLink to={paths.commitment(commitment.id)}>{ownCommitmentMessages.toPage}</InlineLink>
    </p>
  );
}

interface OnThisPageProps {
  names: readonly DealSectionName[];
  titleOfScheme: string;
  hasCommitted: boolean;
  /** Nothing is asked of its reader any more: only a commitment is led to. */
  isOver: boolean;
}

/** On phones the answer and the commitment alone, of one size: both are far down. */
export function OnThisPage({ names, titleOfScheme, hasCommitted, isOver }: OnThisPageProps) {
  const { linkTo } = useSearchState(openDealsSearch);
  return (
    <nav className="deal-contents" aria-label={messages.onThisPage}>
      <span className="note" aria-hidden="true">
        {messages.onThisPage}
      </span>
      {names.map((name) => (
        <RouteLink
          key={name}
          to={`${linkTo({})}#${sectionId(name)}`}
          replace
          className={name === "answer" && !isOver ? "is-answer" : undefined}
        >
          {name === "scheme" ? titleOfScheme : dealSectionMessages[name]}
        </RouteLink>
      ))}
      {(hasCommitted || !isOver) && (
        <RouteLink to={`${linkTo({})}#deal-commit`} replace className="is-answer">
          {hasCommitted ? messages.ownCommitment : "Commit"}
        </RouteLink>
      )}
    </nav>
  );
}
