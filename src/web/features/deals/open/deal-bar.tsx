import { type UseQueryResult, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { CommitmentOffer, OwnCommitment } from "#shared/commitments/commitments.ts";
import { ownCommitmentMessages } from "#shared/commitments/own-commitment-messages.ts";
import { amountForShares, minimumShares } from "#shared/commitments/share-costs.ts";
import { demandBandLabels, interestLabels } from "#shared/deals/deal-messages.ts";
import { interestInputSchema, type OpenDeal, type OwnInterest } from "#shared/deals/deals.ts";
import { dealBarMessages as messages, openDealMessages, openDealsMessages } from "#shared/deals/open-deal-messages.ts";
import { paths } from "#shared/paths.ts";
import { formatPence } from "#shared/pence.ts";
import { commitmentQuery } from "#web/features/commitments/commitment-queries.ts";
import { commitmentWords } from "#web/features/commitments/commitment-words.ts";
import { Withdraw } from "#web/features/commitments/committed.tsx";
import type { Amount } from "#web/features/commitments/use-amount.ts";
import { callApi } from "#web/lib/api.ts";
import { shortDate, shortLondonTime } from "#web/lib/format.ts";
import { closeDeal, type Gated, gateIsOpen } from "#web/lib/gated-queries.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useSearchState } from "#web/lib/search-state.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { Button } from "#web/ui/button.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { Textarea } from "#web/ui/input.tsx";
import { InlineLink, LinkButton } from "#web/ui/link.tsx";
import { toastFailure } from "#web/ui/toast.ts";
import { openDealsSearch } from "./deals-search.ts";

interface DealBarProps {
  deal: OpenDeal;
  offer: Pick<UseQueryResult<Gated<CommitmentOffer>>, "data" | "isPending">;
  amount: Amount;
}

/** At the lower edge while the page is read: how the deal stands, and the reader's next act. */
export function DealBar({ deal, offer: { data, isPending }, amount }: DealBarProps) {
  const offer = data?.gate === "open" ? data.answer : undefined;
  if (deal.bought) return <BoughtBar bought={deal.bought} />;
  if (offer?.commitment) return <OwnBar deal={deal} commitment={offer.commitment} />;
  if (deal.state === "closed") {
    return (
      <Bar title={messages.closed(shortLondonTime(deal.closes_at))}>
        {deal.withdrawn_at &&
          `${openDealsMessages.withdrew(shortLondonTime(deal.withdrawn_at))}. ${messages.owesNothing}`}
      </Bar>
    );
  }
  return <AnswerBar deal={deal} offer={offer} isSettled={!isPending} amount={amount} />;
}

interface BarProps {
  title: string;
  actions?: ReactNode;
  /** The amount, and what else there is to say. */
  children?: ReactNode;
}

/** Taken out of the tab order with a button of its own, it takes the focus. */
function Bar({ title, actions, children }: BarProps) {
  return (
    <section className="stay-bar outline-none" aria-label="Your answer" tabIndex={-1}>
      <div>
        <p className="stay-title num">{title}</p>
        {children && <div className="note num">{children}</div>}
      </div>
      {actions && <div className="stay-actions">{actions}</div>}
    </section>
  );
}

function BoughtBar({ bought }: { bought: NonNullable<OpenDeal["bought"]> }) {
  const { data } = useQuery(commitmentQuery(bought.commitment_id));
  const day = data?.state === "completed" ? shortDate(data.state_since) : undefined;
  return <Bar title={messages.completed(day, bought)} actions={<OwnLink id={bought.commitment_id} />} />;
}

const OwnLink = ({ id }: { id: string }) => (
  <LinkButton variant="outline" to={paths.commitment(id)}>
    {openDealMessages.ownCommitment}
  </LinkButton>
);

function OwnBar({ deal, commitment }: { deal: OpenDeal; commitment: OwnCommitment }) {
  const { linkTo } = useSearchState(openDealsSearch);
  const { id, state, cost_pence, due_pence, shares, reconsent, can } = commitment;
  if (reconsent && can.reconsent) {
    return (
      <Bar
        title={messages.asked(shortLondonTime(reconsent.until))}
        actions={<LinkButton to={linkTo({ step: "commit" })}>Answer</LinkButton>}
      >
        If you do not, your commitment ends and you owe nothing.
      </Bar>
    );
  }
  if (!can.change) {
    return (
      <Bar title={`${commitmentWords(commitment)}.`} actions={<OwnLink id={id} />}>
        {deal.state === "closed" && messages.closed(shortLondonTime(deal.closes_at))}
      </Bar>
    );
  }
  return (
    <Bar
      title={state === "committed" ? messages.committed(formatPence(cost_pence)) : `${commitmentWords(commitment)}.`}
      actions={
        <>
          <LinkButton variant="outline" to={linkTo({ step: "change" })}>
            {ownCommitmentMessages.change}
          </LinkButton>
          {can.withdraw && <Withdraw commitment={commitment} />}
        </>
      }
    >
      {messages.committedTo(shares, formatPence(due_pence))}{" "}
      <InlineLink to={paths.commitment(id)}>{openDealMessages.ownCommitment}</InlineLink>
      <Demand deal={deal} />
    </Bar>
  );
}

interface AnswerBarProps {
  deal: OpenDeal;
  offer: CommitmentOffer | undefined;
  isSettled: boolean;
  amount: Amount;
}

/** Both answers of one size, saved when they are pressed; watching is the quiet third. */
function AnswerBar({ deal, offer, isSettled, amount }: AnswerBarProps) {
  const { id, interest, state, closes_at, content, withdrawn_at } = deal;
  const { linkTo } = useSearchState(openDealsSearch);
  const { mutate, isPending, variables } = useSaveInterest(id);
  const { terms } = content;
  const isNotForMe = interest?.level === "not_for_me";
  const isWatching = interest !== null && !isNotForMe;
  const from = offer?.obstacle === "cooling_off" && offer.cooling_off_until;
  const until =
    state === "opens_soon"
      ? messages.opens(shortLondonTime(terms.opens_at))
      : `${messages.until(shortLondonTime(closes_at))}${from ? ` ${messages.from(shortLondonTime(from))}` : ""}`;
  const least = amountForShares(terms.price, minimumShares(terms.price, terms.minimum_commitment_pence));
  const save = (level: "watching" | "not_for_me") => mutate({ level, amount_pence: null, reason: null });
  const busy = (level: OwnInterest["level"]) => isPending && variables.level === level && messages.saving;
  return (
    <Bar
      title={isNotForMe ? "You said: not for me." : until}
      actions={
        isSettled && (
          <>
            <LinkButton variant={isNotForMe ? "outline" : "secondary"} to={linkTo({ step: "commit" })}>
              Commit
            </LinkButton>
            {isNotForMe ? (
              <Button variant="outline" busyLabel={busy("watching")} onClick={() => save("watching")}>
                {messages.keepWatching}
              </Button>
            ) : (
              <Button variant="outline" busyLabel={busy("not_for_me")} onClick={() => save("not_for_me")}>
                {interestLabels.not_for_me}
              </Button>
            )}
          </>
        )
      }
    >
      {withdrawn_at && `${openDealsMessages.withdrew(shortLondonTime(withdrawn_at))}. ${messages.owesNothing} `}
      {isNotForMe && `You get no more emails about it. ${until} `}
      {!isNotForMe &&
        !withdrawn_at &&
        (amount.isTyped
          ? messages.typed(formatPence(amount.costs.costPence), formatPence(amount.costs.duePence))
          : messages.nothingTyped(formatPence(least)))}{" "}
      {isWatching && "You are watching this deal."}
      {isNotForMe && <Reason key={interest.reason} dealId={id} start={interest.reason ?? ""} />}
      {interest === null && isSettled && (
        <button type="button" className="inline-link" onClick={() => isPending || save("watching")}>
          {isPending && variables.level === "watching" ? messages.saving : messages.keepWatching}
        </button>
      )}
      <Demand deal={deal} />
    </Bar>
  );
}

const saveInterest = (id: string, input: OwnInterest) => callApi<OpenDeal>("PUT", `/open-deals/${id}/interest`, input);

/** One after the other, so that the last answer counts. */
function useSaveInterest(id: string) {
  const client = useQueryClient();
  return useMutation({
    scope: { id: `interest ${id}` },
    mutationFn: (input: OwnInterest) => saveInterest(id, input),
    onMutate: () => client.cancelQueries({ queryKey: queryKeys.openDeal(id) }),
    onSuccess: (answer) => {
      client.setQueryData(queryKeys.openDeal(id), gateIsOpen(answer));
      void client.invalidateQueries({ queryKey: queryKeys.openDealList });
    },
    onError: (error) => closeDeal(client, id, error) || toastFailure("Your answer was not saved", error),
  });
}

/** Nobody has to give one. */
function Reason({ dealId, start }: { dealId: string; start: string }) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const form = useApiForm<OwnInterest, OpenDeal>({
    schema: interestInputSchema,
    defaultValues: { level: "not_for_me", amount_pence: null, reason: start },
    send: (input) => saveInterest(dealId, input),
    onSent: (answer) => {
      setOpen(false);
      client.setQueryData(queryKeys.openDeal(dealId), gateIsOpen(answer));
    },
    onRefused: (error, isAtField) =>
      closeDeal(client, dealId, error) || isAtField || toastFailure("Your answer was not saved", error),
  });
  return (
    <>
      <button type="button" className="inline-link" onClick={() => setOpen(true)}>
        {start ? "Change your reason" : "Say why"}
      </button>
      <FormDialog
        form={form}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={messages.whyNot}
        submitLabel="Save reason"
        busyLabel={messages.saving}
      >
        <FormField form={form} name="reason" label={messages.whyNot} isOptional hint="The club’s admins alone read it.">
          <Textarea rows={3} maxLength={5000} />
        </FormField>
      </FormDialog>
    </>
  );
}

function Demand({ deal: { demand } }: { deal: OpenDeal }) {
  if (!demand) return null;
  const [before, words] = messages.demand(demandBandLabels[demand]);
  return (
    <span className="block">
      {before} <b>{words}</b>.
    </span>
  );
}
