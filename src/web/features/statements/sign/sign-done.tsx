import { addDays } from "#shared/add-days.ts";
import { lazily } from "#shared/lazily.ts";
import { paths } from "#shared/paths.ts";
import { ownStatementMessages } from "#shared/statements/sign-statement-messages.ts";
import { inReviewWords, type OfferGate } from "#shared/statements/signed-statement-messages.ts";
import type { OwnStatement, SignedOutcome } from "#shared/statements/signed-statements.ts";
import { statementKindLabels } from "#shared/statements/statement-messages.ts";
import { reminderDays } from "#shared/statements/statement-validity.ts";
import { AskDealMails } from "#web/features/notices/ask-deal-mails.tsx";
import { formatDateTime, longDate } from "#web/lib/format.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { FocusedSection } from "#web/ui/focused-section.tsx";
import { LinkButton } from "#web/ui/link.tsx";
import { FormHash } from "../form-facts.tsx";

interface SignDoneProps {
  result: SignedOutcome;
  /** As of now; undefined while it is not known. */
  gate: OfferGate | undefined;
}

export function SignDone({ result: { outcome, statement }, gate }: SignDoneProps) {
  if (!statement) {
    return (
      <Frame
        heading="Nothing was signed"
        text="You said that none of the conditions apply to you. Nothing else in your membership changes. If that is different one day, you can come back."
      >
        <LinkButton to={paths.statements} variant="outline">
          Go to your statements
        </LinkButton>
      </Frame>
    );
  }
  const day = longDate(statement.valid_through);
  const isOpen = gate === "open";
  if (outcome === "in_review") {
    return (
      <Frame
        heading="Signed. An admin looks at it first."
        text={`${inReviewWords(statement.flags)} You are told by email whether it counts. ${isOpen ? "Until then deals stay open to you by the statement that counts now." : "Until then deals stay hidden; everything else is as it was."}`}
      >
        <Facts statement={statement} />
        <Links statement={statement} isOpen={false} />
      </Frame>
    );
  }
  return (
    <Frame
      heading={isOpen ? `Signed. Deals are open to you until ${day}.` : `Signed. Your statement is valid until ${day}.`}
      text={
        isOpen
          ? `From ${longDate(addDays(statement.valid_through, 1))} deals are closed until you sign again.`
          : undefined
      }
    >
      <Facts statement={statement} isLive />
      {isOpen && <AskDealMails />}
      <Links statement={statement} isOpen={isOpen} />
    </Frame>
  );
}

interface FrameProps {
  heading: string;
  text: string | undefined;
  children: React.ReactNode;
}

function Frame({ heading, text, children }: FrameProps) {
  return (
    <FocusedSection label={heading}>
      <div className="sign-step">
        <div className="sign-main">
          <div className="grid gap-2">
            <h1>{heading}</h1>
            {text && <p className="muted">{text}</p>}
          </div>
          {children}
        </div>
      </div>
    </FocusedSection>
  );
}

const list = lazily(() => new Intl.ListFormat("en-GB", { type: "conjunction" }));

function Facts({ statement, isLive }: { statement: OwnStatement; isLive?: boolean }) {
  const { signed_at, kind, version_label, page_sha256, valid_through } = statement;
  const facts = [
    ["Signed", formatDateTime(signed_at)],
    ["Statement", statementKindLabels[kind]],
    ["Form", version_label],
    [ownStatementMessages.hash, <FormHash key="hash" sha256={page_sha256} labelEnd={version_label} />],
    ...(isLive ? [["We remind you", list().format(reminderDays(valid_through).map(longDate))] as const] : []),
  ] as const;
  return (
    <dl className="sign-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Links({ statement: { id }, isOpen }: { statement: OwnStatement; isOpen: boolean }) {
  return (
    <div className="button-row">
      {isOpen && <LinkButton to={paths.openDeals}>See open deals</LinkButton>}
      <a className={buttonClass({ variant: "outline" })} href={`/api/statements/me/${id}/pdf`} download>
        Download what you signed (PDF)
      </a>
      {!isOpen && (
        <LinkButton to={paths.statements} variant="outline">
          All your statements
        </LinkButton>
      )}
    </div>
  );
}
