import { counted } from "#shared/counted.ts";
import "#web/features/funds/funds.css";
import "#web/features/acts/acts.css";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { completedStates, dealSchemeLabels, dealStateLabels } from "#shared/deals/deal-messages.ts";
import type { ClosingBoard } from "#shared/funds/funds.ts";
import { closingMessages as messages } from "#shared/funds/funds-desk-messages.ts";
import { paths } from "#shared/paths.ts";
import { formatPrice } from "#shared/pence.ts";
import { SignedLists } from "#web/features/acts/signed-lists.tsx";
import { allocationQuery } from "#web/features/commitments/allocation-queries.ts";
import { commitmentParts } from "#web/features/commitments/closing-parts.ts";
import { fundsParts } from "#web/features/funds/closing-parts.ts";
import { closingBoardQuery } from "#web/features/funds/closing-queries.ts";
import { ApiError } from "#web/lib/api.ts";
import { type LazyPage, Page } from "#web/lib/lazy-page.tsx";
import { useOpenedTitle } from "#web/lib/page-meta.ts";
import { BackLink } from "#web/ui/back-link.tsx";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { InlineLink, LinkButton } from "#web/ui/link.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { PartHead } from "#web/ui/part-head.tsx";
import { useSectionOfAddress } from "#web/ui/use-section-of-address.ts";
import { NextCard } from "../next-card.tsx";
import { Round } from "./round.tsx";

/** One deal on one page, from its offer to an account at £0.00 and the tax certificates. */
export function DealClosing({ id, backTo }: { id: string; backTo: string }) {
  const {
    data: board,
    error,
    refetch,
  } = useQuery({
    ...closingBoardQuery(id),
    retry: (count, failure) => !isMissing(failure) && count < 3,
  });
  useOpenedTitle(board?.company_name);
  return (
    <div className="grid gap-4">
      <BackLink to={backTo} className="pt-2">
        Deals
      </BackLink>
      {board ? <Shown board={board} /> : <NotShown error={error} onRetry={() => void refetch()} />}
    </div>
  );
}

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.problem.code === "not_found";

function NotShown({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (!error) return <RowSkeletons label={messages.loadingDeal} count={4} />;
  if (isMissing(error))
    return (
      <EmptyState
        isCard
        heading="h1"
        title="There is no such deal"
        text="It was removed, or the address is not complete."
      />
    );
  return <LoadFailed heading="h1" title={messages.failed} text={error.message} onRetry={onRetry} />;
}

function Shown({ board }: { board: ClosingBoard }) {
  const { deal_id, deal_state, scheme } = board;
  const isCompleted = completedStates.includes(deal_state);
  const hasRelief = isCompleted && scheme !== null && scheme !== "none";
  const sections = [
    ["round", "Steps of the round"],
    ["people", "People"],
    ["money", "Money"],
    ["bank", "Bank"],
    ["lists", "Signed lists"],
    ["papers", "Documents and completion"],
    ...(hasRelief ? ([["relief", messages.relief]] as const) : []),
    ["record", "Record"],
  ] as const;
  return (
    <div ref={useSectionOfAddress()} className="grid gap-9">
      <div className="grid gap-4">
        <Head board={board} />
        <NextCard key={deal_id} dealId={deal_id} place="closing" />
        <nav className="page-anchors" aria-label="On this page">
          {sections.map(([anchor, label]) => (
            <InlineLink key={anchor} to={`${paths.dealClosing(deal_id)}#${anchor}`} isQuiet>
              {label}
            </InlineLink>
          ))}
        </nav>
      </div>
      <Round board={board} />
      <People board={board} />
      <Part page={fundsParts.money} board={board} />
      <Part page={fundsParts.bank} board={board} />
      <section aria-labelledby="lists" className="grid gap-4">
        <PartHead id="lists" title="Signed lists" />
        <SignedLists dealId={deal_id} />
      </section>
      <Part page={fundsParts.completion} board={board} />
      {hasRelief && <Part page={fundsParts.relief} board={board} />}
      <section aria-labelledby="record" className="grid gap-4">
        <PartHead id="record" title="Record">
          <LinkButton to={paths.dealRecord(deal_id, "page")} variant="outline" isSmall>
            Page, terms and notes
          </LinkButton>
        </PartHead>
        <Fold summary="Ledger: every penny that moved">
          <Part page={fundsParts.ledger} board={board} />
        </Fold>
      </section>
    </div>
  );
}

const stateTones: Partial<Record<ClosingBoard["deal_state"], BadgeTone>> = {
  released: "live",
  closing: "waiting",
  completed: "live",
  cancelled: "refused",
};

function Head({ board: { company_name, deal_name, deal_state, scheme, price, shares } }: { board: ClosingBoard }) {
  const facts = [
    deal_name,
    scheme && dealSchemeLabels[scheme],
    price && `${formatPrice(price)} a share`,
    shares > 0 && `${counted(shares, "share")}`,
  ];
  return (
    <PartHead
      isRecord
      id="deal"
      title={company_name}
      above={
        <>
          <Badge tone={stateTones[deal_state] ?? "over"}>{dealStateLabels[deal_state]}</Badge>
          {facts.filter(Boolean).join(", ")}
        </>
      }
    />
  );
}

/** Who asks, who gets, who has paid: what counts now is open, what was before is folded. */
function People({ board }: { board: ClosingBoard }) {
  const hasShares = board.shares > 0 || board.called_at !== null;
  const { data: shares } = useQuery(allocationQuery(board.deal_id));
  const commitments = <Part page={commitmentParts.commitments} board={board} />;
  const allocation = <Part page={commitmentParts.allocation} board={board} />;
  return (
    <section aria-labelledby="people" className="grid gap-5">
      <PartHead id="people" title="People" />
      {hasShares ? (
        <>
          <Part page={fundsParts.members} board={board} />
          <div className="grid">
            <Fold id="freed" summary="Who gets what, and freed shares">
              {allocation}
            </Fold>
            <Fold summary="All commitments">{commitments}</Fold>
          </div>
        </>
      ) : (
        <>
          {allocation}
          {shares ? <Fold summary="All commitments">{commitments}</Fold> : commitments}
        </>
      )}
    </section>
  );
}

const Part = ({ page, board }: { page: LazyPage<{ board: ClosingBoard }>; board: ClosingBoard }) => (
  <Suspense fallback={<RowSkeletons label={messages.loadingDeal} count={3} />}>
    <Page page={page} board={board} />
  </Suspense>
);

/** What is in it loads with its first opening. */
interface FoldProps {
  summary: string;
  /** Where the address names it, it is open. */
  id?: string;
  children: ReactNode;
}

function Fold({ summary, id, children }: FoldProps) {
  const { hash, key } = useLocation();
  const [wasOpened, setOpened] = useState(false);
  const fold = useRef<HTMLDetailsElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes when the same link is pressed again
  useEffect(() => {
    if (id && hash === `#${id}` && fold.current) fold.current.open = true;
  }, [id, hash, key]);
  return (
    <details
      ref={fold}
      id={id}
      className="fold"
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      <summary>{summary}</summary>
      {wasOpened && <div className="pt-3">{children}</div>}
    </details>
  );
}
