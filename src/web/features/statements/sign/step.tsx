import type { ReactNode } from "react";
import { signMessages as messages } from "#shared/statements/sign-statement-messages.ts";
import { statementFormMessages } from "#shared/statements/statement-messages.ts";
import type { StatementForm } from "#shared/statements/statements.ts";
import { Button } from "#web/ui/button.tsx";
import type { Draft } from "./draft.ts";

export interface StepProps {
  form: StatementForm;
  draft: Draft;
  /** Of this step. */
  problems: readonly { path: string; message: string }[];
  isSending: boolean;
  number: number;
  count: number;
  /** @param path of the entry, whose error goes. */
  onChange: (changes: Partial<Draft>, path: string) => void;
  onBack: () => void;
  onNext: () => void;
}

export const messageAt = ({ problems }: StepProps, path: string): string | undefined =>
  problems.find((problem) => problem.path === path)?.message;

interface StepFrameProps {
  step: StepProps;
  heading: ReactNode;
  headingId?: string;
  children: ReactNode;
  aside?: ReactNode;
  /** Of the button, which sends where it is busy. */
  nextLabel?: string;
  busyLabel?: string;
}

/** One page of the form: where it is, its heading, its entries, Back and Continue. */
export function StepFrame({ step, heading, headingId, children, aside, nextLabel, busyLabel }: StepFrameProps) {
  const { form, number, count, isSending, onBack, onNext } = step;
  return (
    <div className="sign-step">
      <div className={`sign-place ${number === 1 || number === count ? "" : "is-between"}`}>
        <p className="small font-[550]">
          {form.version_label}
          {form.is_sample && <span className="sign-sample note font-normal"> {statementFormMessages.sampleText}</span>}
        </p>
        <p className="sign-progress">
          <span aria-hidden="true" className="sign-marks">
            {Array.from({ length: count }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a form do not move
              <i key={index} className={index + 1 < number ? "is-done" : index + 1 === number ? "is-now" : undefined} />
            ))}
          </span>
          <span className="note">
            Step {number} of {count}
          </span>
        </p>
      </div>
      <div className="sign-columns">
        <form
          noValidate
          className="sign-main"
          aria-busy={isSending || undefined}
          onSubmit={(event) => {
            event.preventDefault();
            if (!isSending) onNext();
          }}
        >
          <h1 id={headingId} tabIndex={-1}>
            {heading}
          </h1>
          {children}
          <div className="sign-buttons">
            <Button variant="outline" onClick={onBack} disabled={isSending}>
              {messages.back}
            </Button>
            <Button type="submit" busyLabel={isSending && (busyLabel ?? "Signing")}>
              {nextLabel ?? messages.next}
            </Button>
          </div>
        </form>
        {aside}
      </div>
    </div>
  );
}

export function PlainWords({ children }: { children: readonly string[] }) {
  return (
    <aside className="sign-aside" aria-label={messages.plainHeading}>
      <h2>{messages.plainHeading}</h2>
      {children.map((words) => (
        <p key={words}>{words}</p>
      ))}
    </aside>
  );
}
