import { type ReactNode, useEffect, useRef } from "react";
import { paths } from "#shared/paths.ts";
import { inReviewWords, type OfferGate } from "#shared/statements/signed-statement-messages.ts";
import { AskDealMails } from "#web/features/notices/ask-deal-mails.tsx";
import { longDate } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { InlineLink, LinkButton } from "#web/ui/link.tsx";
import type { Done } from "./signing.tsx";
import { Progress } from "./step.tsx";

interface SignDoneProps extends Done {
  /** As of now; undefined while it is not known. */
  gate: OfferGate | undefined;
  onStartAgain: () => void;
}

export function SignDone({ result: { outcome, statement }, count, hasOther, gate, onStartAgain }: SignDoneProps) {
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
        <div className="sign-receipt">
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
