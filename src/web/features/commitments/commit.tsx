import "./commitments.css";
import type { UseQueryResult } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { CommitmentOffer } from "#shared/commitments/commitments.ts";

import type { OpenDeal } from "#shared/deals/deals.ts";
import { formatPounds } from "#shared/format-pounds.ts";
import { paths } from "#shared/paths.ts";
import { formatLondonTime } from "#web/lib/format.ts";
import type { Gated } from "#web/lib/gated-queries.ts";
import { InlineLink } from "#web/ui/link.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { CommitForm } from "./commit/commit-form.tsx";
import { Committed } from "./committed.tsx";
import { Reconsent } from "./reconsent/reconsent.tsx";
import type { Amount } from "./use-amount.ts";

interface CommitProps {
  deal: OpenDeal;
  offer: Pick<UseQueryResult<Gated<CommitmentOffer>>, "data" | "isPending" | "refetch">;
  amount: Amount;
  /** Of the page, whose heading is the form's. */
  heading: RefObject<HTMLHeadingElement | null>;
  /** The form is open on a commitment. */
  isChanging: boolean;
  onChanging: (isChanging: boolean) => void;
}

/** What the reader can commit, has committed, or is asked again. */
export function Commit({ offer: { data, isPending, refetch }, ...rest }: CommitProps) {
  if (isPending) return <RowSkeletons label="Loading what you can commit" count={2} />;
  if (!data)
    return (
      <SectionFailed
        text="What you can commit could not be loaded. The rest of this page works as usual."
        onRetry={refetch}
      />
    );
  if (data.gate !== "open") return null;
  return <Offered {...rest} offer={data.answer} />;
}

interface OfferedProps extends Omit<CommitProps, "offer"> {
  offer: CommitmentOffer;
}

function Offered({ deal, offer, amount, heading, isChanging: isAsked, onChanging }: OfferedProps) {
  const { commitment } = offer;
  // The focus goes where the form or its answer was.
  const [isFocused, setFocused] = useState(false);
  const [first] = useState(commitment?.state);
  const isChanging = isAsked && commitment?.can.change === true;
  useEffect(() => {
    if (isFocused && isChanging) heading.current?.focus();
  }, [isFocused, isChanging, heading]);
  const hasCommitted = commitment !== null;
  // A form that is being filled in keeps its amount, though what it changes was withdrawn meanwhile.
  const before = useRef({ hasCommitted, isChanging });
  useEffect(() => {
    if (before.current.hasCommitted && !before.current.isChanging && !hasCommitted) amount.forget();
    before.current = { hasCommitted, isChanging };
  }, [hasCommitted, isChanging, amount.forget]);
  const isFresh = isChanging && !amount.isTyped;
  useEffect(() => {
    if (isFresh && commitment) amount.type(formatPounds(commitment.amount_pence));
  }, [isFresh, commitment, amount.type]);
  if (commitment?.reconsent) return <Reconsent commitment={commitment} />;
  if (commitment && !isChanging) {
    return (
      <Committed
        commitment={commitment}
        isFocused={isFocused || (first === "needs_reconsent" && commitment.state !== first)}
        onChange={() => {
          setFocused(true);
          onChanging(true);
          amount.type(formatPounds(commitment.amount_pence));
        }}
      />
    );
  }
  const close = () => {
    setFocused(true);
    onChanging(false);
  };
  const stop = stopOf(offer, deal.content.terms.opens_at);
  return (
    <section id="deal-commit" className="card deal-commit" aria-labelledby="deal-commit-to">
      {!stop && <p className="note">Free to withdraw until the shares are allocated</p>}
      {stop ? (
        <Notice>
          {stop}{" "}
          {offer.obstacle === "record_incomplete" && (
            <InlineLink to={paths.accountPart("record")}>Your investor record</InlineLink>
          )}
        </Notice>
      ) : (
        <CommitForm
          key={commitment?.id}
          deal={deal}
          offer={offer}
          amount={amount}
          onSaved={close}
          {...(commitment && { onClose: close })}
        />
      )}
    </section>
  );
}

/** Returns why nothing can be filled in; who only has to wait a day can fill it in. */
function stopOf({ obstacle, commitment }: CommitmentOffer, opensAt: string): string | undefined {
  if (commitment || obstacle === null || obstacle === "cooling_off") return undefined;
  const words = {
    opens_later: `Commitments are taken from ${formatLondonTime(opensAt)}.`,
    closed: "Commitments to this deal are closed.",
    terms_changing:
      "The terms are changing. Commitments stop until the new ones are approved and everybody who has committed was asked.",
    record_incomplete: "Please complete your investor record first: the nominee needs it.",
    allocation_final: "The shares are allocated.",
  };
  return words[obstacle];
}
