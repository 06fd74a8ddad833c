import "#web/features/acts/acts.css";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import type { Act, NextAct } from "#shared/acts/acts.ts";
import { paths } from "#shared/paths.ts";
import { actsQuery, nextQuery } from "#web/features/acts/act-queries.ts";
import { SignAction } from "#web/features/acts/sign-action.tsx";
import { queryKeys } from "#web/lib/query-keys.ts";
import { LinkButton } from "#web/ui/link.tsx";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const PrepareClosing = lazy(() =>
  import("#web/features/funds/prepare-closing.tsx").then((file) => ({ default: file.PrepareClosing })),
);

const AskCompany = lazy(() =>
  import("#web/features/funds/ask-company.tsx").then((file) => ({ default: file.AskCompany })),
);

/** What comes next in a deal, by when, and the one act of its reader. */
export function NextCard({ dealId, place }: { dealId: string; place: "closing" | "record" }) {
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
        {!isPending && !next && <SectionFailed text="What comes next did not load." onRetry={refetch} />}
        {next && (
          <p className="d4 num wrap-anywhere" role="status">
            {next.text}
          </p>
        )}
      </div>
      {next?.act === "exit" && <NextLink to={paths.exit(next.exit_id ?? "")}>Open the payments</NextLink>}
      {next?.act && next.act !== "exit" && acts && (
        <NextAction dealId={dealId} act={next.act} acts={acts.items} place={place} />
      )}
    </section>
  );
}

interface NextActionProps {
  dealId: string;
  act: Exclude<NonNullable<NextAct["act"]>, "exit">;
  acts: readonly Act[];
  place: "closing" | "record";
}

function NextAction({ dealId, act, acts, place }: NextActionProps): ReactNode {
  // What is entered changes what comes next, and the dialog stays until its list is signed.
  const [isPreparing, setPreparing] = useState(false);
  if (isPreparing || act === "enter_account" || act === "company_account" || act === "success_fee")
    return (
      <Suspense>
        <div className="button-row">
          {act === "company_account" && <AskCompany dealId={dealId} />}
          <PrepareClosing
            dealId={dealId}
            variant={act === "company_account" ? "outline" : "secondary"}
            onBegin={() => setPreparing(true)}
            onEnd={() => setPreparing(false)}
          />
        </div>
      </Suspense>
    );
  if (act === "prepare")
    return place === "closing" && <NextLink to={paths.dealRecord(dealId, "page")}>Open the record</NextLink>;
  if (act === "questions") return <NextLink to={paths.dealRecord(dealId, "questions")}>Answer the questions</NextLink>;
  if (act === "freeze") return <NextLink to={paths.dealRecord(dealId, "versions")}>Freeze the page</NextLink>;
  if (act === "sign_offer" || act === "sign_closing") {
    const kind = act === "sign_offer" ? "offer" : "closing";
    const open = acts.find((one) => one.kind === kind && openStates.includes(one.state));
    if (open?.is_stopped) return <NextLink to={`${paths.dealClosing(dealId)}#lists`}>Read the objection</NextLink>;
    if (open && !open.is_stale && open.state === "waiting")
      return <NextLink to={`${paths.dealClosing(dealId)}#lists`}>Read and sign</NextLink>;
    const isToSign = open && !open.is_stale && open.can.sign;
    return <SignAction dealId={dealId} kind={kind} act={isToSign ? open : undefined} />;
  }
  if (act === "unknown")
    return <NextLink to={`${paths.dealClosing(dealId)}&show=booked#bank`}>See what is booked</NextLink>;
  const [anchor, label] = placeOf[act];
  return <NextLink to={`${paths.dealClosing(dealId)}#${anchor}`}>{label}</NextLink>;
}

const openStates: readonly Act["state"][] = ["prepared", "waiting", "signed"];

const placeOf: Record<
  Exclude<
    NextActionProps["act"],
    | "prepare"
    | "freeze"
    | "sign_offer"
    | "sign_closing"
    | "enter_account"
    | "company_account"
    | "success_fee"
    | "unknown"
    | "questions"
  >,
  [anchor: string, label: string]
> = {
  bank_file: ["bank", "Add a bank file"],
  lines: ["bank", "See the lines"],
  balance: ["balance", "Type the balance"],
  refund: ["money", "Send the money back"],
  late: ["people", "See who has not paid"],
  freed: ["freed", "See the freed shares"],
  papers: ["papers", "File the documents"],
  day: ["papers", "Go to the day of issue"],
  certificates: ["relief", "Add tax certificates"],
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
