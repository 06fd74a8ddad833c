import "#web/features/acts/acts.css";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { type actAnchors, pathOfAct } from "#shared/acts/act-places.ts";
import type { Act, NextAct } from "#shared/acts/acts.ts";
import { adminPaths } from "#shared/admin-paths.ts";
import { settingPath } from "#shared/settings/setting-parts.ts";
import { actsQuery, nextQuery } from "#web/features/acts/act-queries.ts";
import { SignAction } from "#web/features/acts/sign-action.tsx";
import { ActionButton } from "#web/lib/action-button.tsx";
import { queryKeys } from "#web/lib/query-keys.ts";
import { InlineLink, LinkButton } from "#web/ui/link.tsx";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const PrepareClosing = lazy(() =>
  import("#web/features/funds/prepare-closing.tsx").then((file) => ({ default: file.PrepareClosing })),
);

const AskCompany = lazy(() =>
  import("#web/features/funds/ask-company.tsx").then((file) => ({ default: file.AskCompany })),
);

/** What comes next in a deal, by when, and the one act of its reader. @param children the acts of an enquiry. */
export function NextCard({ dealId, children }: { dealId: string; children?: ReactNode }) {
  const { data: next, isPending, refetch } = useQuery(nextQuery(dealId));
  const { data: acts } = useQuery(actsQuery(dealId));
  useRestFollows(next?.text, acts?.items);
  return (
    // The focus comes here when a signature takes its button away.
    <section className="next-card" aria-labelledby="next" tabIndex={-1}>
      <div className="grid min-w-0 gap-1">
        <h2 id="next" className="note font-text">
          Next
        </h2>
        {isPending && <Skeleton className="h-7" />}
        {!isPending && !next && <SectionFailed text="What comes next could not be loaded." onRetry={refetch} />}
        {next && (
          <p className="d4 num wrap-anywhere" role="status">
            {next.text}
          </p>
        )}
        {next?.lacks_fee_account && (
          <p className="note">
            The account that the club’s fees go to is missing.{" "}
            <InlineLink to={settingPath("fee_account")}>Enter the account for fees</InlineLink>, so that the closing
            list names it.
          </p>
        )}
      </div>
      {children}
      {next?.act === "exit" && <NextLink to={adminPaths.exit(next.exit_id ?? "")}>Open the payments</NextLink>}
      {next?.act && next.act !== "exit" && acts && <NextAction dealId={dealId} act={next.act} acts={acts.items} />}
    </section>
  );
}

interface NextActionProps {
  dealId: string;
  act: Exclude<NonNullable<NextAct["act"]>, "exit">;
  acts: readonly Act[];
}

function NextAction({ dealId, act, acts }: NextActionProps): ReactNode {
  // What is entered changes what comes next, and the dialog stays until its list is signed.
  const [begun, setBegun] = useState<keyof typeof lacking>();
  const lacks = begun ?? (isLacking(act) ? act : undefined);
  if (lacks)
    return (
      <Suspense>
        <div className="button-row">
          {act === "company_account" && <AskCompany dealId={dealId} />}
          <PrepareClosing
            dealId={dealId}
            label={lacking[lacks]}
            variant={act === "company_account" ? "outline" : "secondary"}
            onBegin={() => setBegun(lacks)}
            onEnd={() => setBegun(undefined)}
          />
        </div>
      </Suspense>
    );
  if (act === "prepare" || isLacking(act)) return null;
  if (act === "invoice")
    return (
      <div className="button-row">
        <NextLink to={adminPaths.dealPart(dealId, "papers")}>Open the invoice</NextLink>
        <ActionButton
          method="POST"
          path={`/deals/${dealId}/success-fee/sent`}
          label="It is sent"
          busy="Saving..."
          variant="outline"
          failed="Not saved"
          done="Marked as sent"
          invalidates={[queryKeys.deals, queryKeys.waitingCounts]}
        />
      </div>
    );
  if (act === "sign_offer" || act === "sign_closing") {
    const kind = act === "sign_offer" ? "offer" : "closing";
    const open = acts.find((one) => one.kind === kind && openStates.includes(one.state));
    if (open?.is_stopped) return <NextLink to={adminPaths.dealPart(dealId, "lists")}>Read the objection</NextLink>;
    if (open && !open.is_stale && open.state === "waiting")
      return <NextLink to={adminPaths.dealPart(dealId, "lists")}>Read and sign</NextLink>;
    const isToSign = open && !open.is_stale && open.can.sign;
    return <SignAction dealId={dealId} kind={kind} act={isToSign ? open : undefined} />;
  }
  return <NextLink to={pathOfAct(dealId, { act, exit_id: null })}>{labels[act]}</NextLink>;
}

const lacking = {
  enter_account: "Add the account to pay to",
  company_account: "Add the company’s account",
  success_fee: "Decide the success fee",
};
const isLacking = (act: NextActionProps["act"]): act is keyof typeof lacking => act in lacking;

const openStates: readonly Act["state"][] = ["prepared", "waiting", "signed"];

const labels: Record<Exclude<keyof typeof actAnchors, "enter_account"> | "commit", string> = {
  questions: "Answer the questions",
  freeze: "Go to the offer",
  bank_file: "Add a bank file",
  lines: "See the lines",
  unknown: "See the payment",
  balance: "Type the balance",
  refund: "Send the money back",
  approve: "Go to the payments",
  commit: "Commit",
  late: "See who has not paid",
  freed: "See the freed shares",
  papers: "File the documents",
  day: "Go to the day of issue",
  certificates: "See the tax certificates",
};

const NextLink = ({ to, children }: { to: string; children: string }) => (
  <LinkButton to={to} variant="secondary">
    {children}
  </LinkButton>
);

/** The clock moves a deal without anybody's press: where its sentence or a list changes, the rest of the page is read again. */
function useRestFollows(text: string | undefined, acts: readonly Act[] | undefined): void {
  const client = useQueryClient();
  const now =
    text && acts && [text, ...acts.map(({ state, parts }) => state + parts.map((part) => part.executed_at))].join();
  const shown = useRef(now);
  useEffect(() => {
    const isChanged = shown.current !== undefined && now !== undefined && shown.current !== now;
    shown.current = now;
    if (isChanged) void client.invalidateQueries({ queryKey: queryKeys.deals });
  }, [client, now]);
}
