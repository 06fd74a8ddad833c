import "../statements.css";
import "./sign.css";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Session } from "#shared/account/session.ts";
import type { OwnInvestorRecord } from "#shared/investor-records/investor-records.ts";
import { paths } from "#shared/paths.ts";
import { signMessages as messages } from "#shared/statements/sign-statement-messages.ts";
import { inReviewWords, type OfferGate } from "#shared/statements/signed-statement-messages.ts";
import type { OwnStatements } from "#shared/statements/signed-statements.ts";
import type { StatementForm } from "#shared/statements/statements.ts";
import { AskDealMails } from "#web/features/notices/ask-deal-mails.tsx";
import { callApi } from "#web/lib/api.ts";
import { longDate } from "#web/lib/format.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { text, useSearchState } from "#web/lib/search-state.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { InlineLink, LinkButton } from "#web/ui/link.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { ownStatementsQuery } from "../own-statements-query.ts";
import { type Done, Signing } from "./signing.tsx";
import { Progress } from "./step.tsx";

export function SignStatement({ session }: { session: Session }) {
  const [done, setDone] = useState<Done>();
  const { state, change } = useSearchState({ step: text });
  const forms = useQuery({
    queryKey: queryKeys.formsInForce,
    queryFn: ({ signal }) => callApi<{ items: StatementForm[] }>("GET", "/statement-forms", undefined, signal),
  });
  const own = useQuery({
    queryKey: queryKeys.ownInvestorRecord,
    queryFn: ({ signal }) => callApi<OwnInvestorRecord>("GET", "/investor-records/me", undefined, signal),
  });
  const { data: statements } = useQuery(ownStatementsQuery);
  const shown = state.step === "done" || done ? (done ?? doneBefore(statements)) : undefined;
  if (shown) {
    const startAgain = () => {
      setDone(undefined);
      change({ step: "which" });
    };
    return <SignDone {...shown} gate={statements?.gate} onStartAgain={startAgain} />;
  }
  if (forms.data?.items.length === 0)
    return (
      <EmptyState
        isCard
        heading="h1"
        title="There is no form to sign yet"
        text="An admin has to install one first. Please come back another day."
      />
    );
  if (forms.data && own.data) {
    return (
      <Signing
        forms={forms.data.items}
        own={own.data}
        userId={session.user.id}
        youngNetwork={statements?.young_network ?? null}
        onDone={setDone}
      />
    );
  }
  if (forms.isPending || own.isPending) return <RowSkeletons label={messages.loading} />;
  const retry = () => Promise.all([forms.refetch(), own.refetch()]);
  return (
    <LoadFailed
      heading="h1"
      title="The form could not be loaded"
      text="Nothing is lost: you have not answered yet."
      onRetry={retry}
    />
  );
}

/** Restores the outcome after a reload of the last step. */
function doneBefore(statements: OwnStatements | undefined): Done | undefined {
  const statement = statements?.items.find(({ state }) => state === "live" || state === "in_review");
  return statement && { result: { outcome: statement.state === "live" ? "live" : "in_review", statement } };
}

interface SignDoneProps extends Done {
  /** The gate is undefined while it is not known. */
  gate: OfferGate | undefined;
  onStartAgain: () => void;
}

function SignDone({ result: { outcome, statement }, count, hasOther, gate, onStartAgain }: SignDoneProps) {
  if (!statement) {
    return (
      <Frame
        heading="Nothing was signed"
        text="You said that none of the conditions apply to you. Nothing else in your membership changes."
      >
        {hasOther && (
          <p>
            You answered No to all of one form. The other one, by income or net assets, might fit. If you sign it, an
            admin reads your answers first.
          </p>
        )}
        <div className="sign-foot">
          {hasOther && (
            <Button isFull onClick={onStartAgain}>
              Answer the other form
            </Button>
          )}
          <LinkButton to={paths.members} variant="outline" isFull>
            Go to Overview
          </LinkButton>
        </div>
      </Frame>
    );
  }
  const day = longDate(statement.valid_through);
  const isOpen = gate === "open";
  const copy = (
    <>
      The signed copy is in <InlineLink to={paths.statements}>your account</InlineLink>.
    </>
  );
  if (outcome === "in_review") {
    return (
      <Frame
        count={count}
        heading="Signed. An admin looks at it first."
        text={
          <>
            {inReviewWords(statement.flags)} You are told by email whether it counts.{" "}
            {isOpen
              ? "Until then deals stay open to you by the statement that counts now. "
              : "Until then deals stay hidden. "}
            {copy}
          </>
        }
      >
        <div className="sign-foot">
          <LinkButton to={paths.members} isFull>
            Go to Overview
          </LinkButton>
        </div>
      </Frame>
    );
  }
  return (
    <Frame
      count={count}
      heading={isOpen ? "Signed. You can see deals." : "Signed."}
      text={
        <>
          Valid until {day}. {copy}
        </>
      }
    >
      {isOpen && <AskDealMails />}
      <div className="sign-foot">
        {isOpen ? (
          <LinkButton to={paths.openDeals} isFull>
            See open deals
          </LinkButton>
        ) : (
          <LinkButton to={paths.members} isFull>
            Go to Overview
          </LinkButton>
        )}
      </div>
    </Frame>
  );
}

interface FrameProps {
  /** Of the steps, of which this is the last. */
  count?: number | undefined;
  heading: string;
  text: ReactNode;
  children: ReactNode;
}

/** Takes the focus from the form that it replaces. */
function Frame({ count, heading, text, children }: FrameProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className="sign-step">
      {count !== undefined && <Progress number={count} count={count} />}
      <div className="sign-main">
        <div className="grid gap-2 rounded-sheet bg-pine-tint p-5">
          <h1 ref={title} tabIndex={-1}>
            {heading}
          </h1>
          <p>{text}</p>
        </div>
        {children}
      </div>
    </div>
  );
}
