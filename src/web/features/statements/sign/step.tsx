import type { ReactNode } from "react";
import { paths } from "#shared/paths.ts";
import { signMessages as messages } from "#shared/statements/sign-statement-messages.ts";
import type { StatementForm } from "#shared/statements/statements.ts";
import { formatTimeOfToday } from "#web/lib/format.ts";
import { useOpenedTitle } from "#web/lib/page-meta.ts";
import { BackLink } from "#web/ui/back-link.tsx";
import { Button } from "#web/ui/button.tsx";
import { RouteLink } from "#web/ui/route-link.tsx";
import type { Draft } from "./draft.ts";

/** Where a step is, and what leads on from it. */
export interface Place {
  number: number;
  count: number;
  /** The path leads to the step before; the first step leads to the Overview. */
  backTo: string | undefined;
  /** The text is empty while nothing is kept. */
  savedAt: string;
  isSending: boolean;
  onBack: () => void;
  onNext: () => void;
  onDelete: () => void;
}

export interface StepProps {
  place: Place;
  form: StatementForm;
  draft: Draft;
  problems: readonly { path: string; message: string }[];
  /** @param path of the entry, whose error goes. */
  onChange: (changes: Partial<Draft>, path: string) => void;
}

export const messageAt = ({ problems }: Pick<StepProps, "problems">, path: string): string | undefined =>
  problems.find((problem) => problem.path === path)?.message;

interface StepHeadProps {
  place: Pick<Place, "number" | "count" | "backTo" | "onBack">;
  heading: string;
}

export function StepHead({ place: { number, count, backTo, onBack }, heading }: StepHeadProps) {
  return (
    <div className="grid gap-[0.4rem]">
      {backTo === undefined ? (
        <BackLink to={paths.members}>Back to Overview</BackLink>
      ) : (
        <p className="small back-link">
          <RouteLink
            to={backTo}
            className="inline-link is-quiet"
            onClick={(event) => {
              event.preventDefault();
              onBack();
            }}
          >
            Back to step {number - 1}
          </RouteLink>
        </p>
      )}
      <Progress number={number} count={count} />
      <h1 tabIndex={-1}>{heading}</h1>
    </div>
  );
}

export function Progress({ number, count }: Pick<Place, "number" | "count">) {
  useOpenedTitle(`Step ${number} of ${count}`);
  return (
    <p className="flex items-center gap-3">
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
  );
}

interface StepFootProps {
  place: Pick<Place, "savedAt" | "isSending" | "onDelete">;
  label?: string | undefined;
  busyLabel?: string | undefined;
  /** It tells the club that nothing applies. */
  isDeclining?: boolean;
  /** The step says what the club sees of it. */
  isSeen?: boolean;
}

/** The one button of a step, and where what was typed is kept. */
export function StepFoot({ place, label, busyLabel = "Sending", isDeclining, isSeen = false }: StepFootProps) {
  const { savedAt, isSending, onDelete } = place;
  return (
    <div className="sign-foot">
      <Button type="submit" isFull busyLabel={isSending && busyLabel}>
        {isDeclining ? "Finish without signing" : (label ?? "Continue")}
      </Button>
      {!isDeclining && (
        <p className="note">
          {savedAt === "" ? (
            messages.unseen(isSeen)
          ) : (
            <>
              {messages.saved(formatTimeOfToday(savedAt))} {messages.unseen(isSeen)}{" "}
              <button type="button" className="inline-link" disabled={isSending} onClick={onDelete}>
                Delete
              </button>
            </>
          )}
        </p>
      )}
    </div>
  );
}

interface StepFrameProps extends Omit<StepFootProps, "place"> {
  place: Place;
  heading: string;
  children: ReactNode;
}

/** One question: where it is, its heading, its entries, and the button that goes on. */
export function StepFrame({ place, heading, children, ...foot }: StepFrameProps) {
  const { isSending, onNext } = place;
  return (
    <div className="sign-step">
      <StepHead place={place} heading={heading} />
      <form
        noValidate
        className="sign-main"
        aria-busy={isSending || undefined}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSending) onNext();
        }}
      >
        {children}
        <StepFoot place={place} {...foot} />
      </form>
    </div>
  );
}
