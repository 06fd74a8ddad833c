import type { ReactNode } from "react";
import { amountForShares, minimumShares } from "#shared/commitments/share-costs.ts";
import { counted } from "#shared/counted.ts";
import { dealLogoPath } from "#shared/deals/company-logo-rules.ts";
import { dealSchemeLabels } from "#shared/deals/deal-messages.ts";
import type { OpenDeal, OpenDealState } from "#shared/deals/deals.ts";
import {
  dealBodyMessages,
  dealSectionMessages,
  openDealMessages as messages,
  openDealStateLabels,
} from "#shared/deals/open-deal-messages.ts";
import { formatPounds } from "#shared/format-pounds.ts";
import { formatPence, formatPrice } from "#shared/pence.ts";
import { tierLabels } from "#shared/people/people-messages.ts";
import { rangeWords } from "#shared/range-words.ts";
import { inWords, shortLondonTime, weekdayDate } from "#web/lib/format.ts";
import { useSearchState } from "#web/lib/search-state.ts";
import { serverNow } from "#web/lib/server-time.ts";
import { Badge } from "#web/ui/badge.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { RouteLink } from "#web/ui/route-link.tsx";
import { useCurrentHeading } from "#web/ui/use-current-heading.ts";
import { DealSection } from "./deal-section.tsx";
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
  return (
    <div className="py-5">
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
        <h1 className="d1 wrap-anywhere">{company.name}</h1>
      </div>
      {company.one_line && <p className="mt-1 max-w-152 text-[1.0625rem] muted wrap-anywhere">{company.one_line}</p>}
    </div>
  );
}

export function DealFacts({ deal: { state, content, closes_at } }: { deal: OpenDeal }) {
  const { terms } = content;
  const fewest = minimumShares(terms.price, terms.minimum_commitment_pence);
  return (
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
        value={<Moment text={shortLondonTime(state === "opens_soon" ? terms.opens_at : closes_at)} />}
      />
    </dl>
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

const parts = [
  { id: "deal-costs", label: "Cost" },
  { id: "deal-why", label: dealSectionMessages.why },
  { id: "deal-company", label: "The company" },
  { id: "deal-conflicts", label: "What the club earns" },
  { id: "deal-documents", label: "Documents" },
  { id: "deal-timeline", label: "When" },
];
const ids = parts.map(({ id }) => id);

/** On wide screens, where it stays in view. @param hasCosts whether somebody can still commit. */
export function OnThisPage({ hasCosts }: { hasCosts: boolean }) {
  const { linkTo } = useSearchState(openDealsSearch);
  const current = useCurrentHeading(ids);
  return (
    <nav className="deal-contents" aria-label="On this page">
      {parts
        .filter(({ id }) => hasCosts || id !== "deal-costs")
        .map(({ id, label }) => (
          <RouteLink key={id} to={`${linkTo({})}#${id}`} replace aria-current={id === current ? "location" : undefined}>
            {label}
          </RouteLink>
        ))}
    </nav>
  );
}

type Phase = "done" | "now" | "ahead";

const phases: Record<OpenDealState, Phase> = { opens_soon: "ahead", open: "now", closed: "done" };

interface TimelineProps {
  deal: OpenDeal;
  isChanged: boolean;
}

export function Timeline({ deal, isChanged }: TimelineProps) {
  const { state, released_at, content, bought } = deal;
  const { terms } = content;
  return (
    <DealSection name="timeline" isChanged={isChanged}>
      <ol className="deal-timeline">
        <Step phase="done" what="Shown to all members with a valid statement" when={shortLondonTime(released_at)} />
        <Step
          phase={phases[state]}
          what={takenWords(terms, deal.closes_at)}
          when={`${shortLondonTime(terms.opens_at)} to ${shortLondonTime(deal.closes_at)}`}
        />
        <Step
          phase={bought ? "done" : "ahead"}
          what={bought ? "Shares were issued" : "Shares are expected"}
          when={weekdayDate(bought?.issued_on ?? terms.completion_expected_on)}
        />
      </ol>
    </DealSection>
  );
}

function Step({ phase, what, when }: { phase: Phase; what: string; when: string }) {
  return (
    <li className={`is-${phase}`}>
      <p>
        {phase !== "ahead" && <span className="sr-only">{dealBodyMessages[phase]} </span>}
        {what}
      </p>
      <p className="note num">{when}</p>
    </li>
  );
}

/** Priority ends with the commitments that it is for, which may be earlier than announced. */
function takenWords(
  { priority_tiers, priority_share_percent, priority_until }: OpenDeal["content"]["terms"],
  end: string,
): string {
  if (priority_tiers.length === 0 || priority_share_percent === 0) return "Commitments are taken";
  const until = new Date(priority_until) < new Date(end) ? priority_until : end;
  const words =
    new Date(until) > serverNow() ? dealBodyMessages.takenWithPriority : dealBodyMessages.takenAfterPriority;
  return words(inWords(priority_tiers.map((tier) => tierLabels[tier])), shortLondonTime(until));
}
