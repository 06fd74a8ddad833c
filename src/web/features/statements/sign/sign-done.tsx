import { lazily } from "#shared/lazily.ts";
import { paths } from "#shared/paths.ts";
import { signMessages as messages, ownStatementMessages } from "#shared/statements/sign-statement-messages.ts";
import type { OfferGate } from "#shared/statements/signed-statement-messages.ts";
import type { OwnStatement, SignedOutcome } from "#shared/statements/signed-statements.ts";
import { statementKindLabels } from "#shared/statements/statement-messages.ts";
import { addDays, reminderDays } from "#shared/statements/statement-validity.ts";
import { formatDateTime, longDate } from "#web/lib/format.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { FocusedSection } from "#web/ui/focused-section.tsx";
import { LinkButton } from "#web/ui/link.tsx";
import { FormHash } from "../form-facts.tsx";
import { AskDealMails } from "./ask-deal-mails.tsx";

interface SignDoneProps {
  result: SignedOutcome;
  /** As of now; undefined while it is not known. */
  gate: OfferGate | undefined;
}

export function SignDone({ result: { outcome, statement }, gate }: SignDoneProps) {
  if (!statement) {
    return (
      <Frame heading={messages.declinedHeading} text={messages.declinedText}>
        <LinkButton to={paths.statements} variant="outline">
          {messages.toAccount}
        </LinkButton>
      </Frame>
    );
  }
  const day = longDate(statement.valid_through);
  const isOpen = gate === "open";
  if (outcome === "in_review") {
    return (
      <Frame heading={messages.doneInReview} text={messages.doneInReviewText}>
        <Facts statement={statement} />
        <Links statement={statement} isOpen={false} />
      </Frame>
    );
  }
  return (
    <Frame
      heading={isOpen ? messages.doneOpen(day) : messages.doneLive(day)}
      text={isOpen ? messages.doneAgain(longDate(addDays(statement.valid_through, 1))) : undefined}
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
            <h2>{heading}</h2>
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
    [messages.signed, formatDateTime(signed_at)],
    [messages.statement, statementKindLabels[kind]],
    [messages.form, version_label],
    [ownStatementMessages.hash, <FormHash key="hash" sha256={page_sha256} labelEnd={version_label} />],
    ...(isLive ? [[messages.remind, list().format(reminderDays(valid_through).map(longDate))] as const] : []),
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
      {isOpen && <LinkButton to={paths.openDeals}>{messages.seeDeals}</LinkButton>}
      <a className={buttonClass({ variant: "outline" })} href={`/api/statements/me/${id}/pdf`} download>
        {messages.download}
      </a>
      {!isOpen && (
        <LinkButton to={paths.statements} variant="outline">
          {messages.all}
        </LinkButton>
      )}
    </div>
  );
}
