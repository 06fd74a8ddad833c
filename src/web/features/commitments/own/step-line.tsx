import type { OwnCommitment } from "#shared/commitments/commitments.ts";
import { myInvestmentsMessages as messages } from "#shared/commitments/own-commitment-messages.ts";
import { stepsOf } from "./steps.ts";

export function StepLine({ commitment }: { commitment: OwnCommitment }) {
  return (
    <ol className="commit-steps" aria-label={messages.steps}>
      {stepsOf(commitment).map(({ label, phase }) => (
        <li key={label} className={`is-${phase}`} aria-current={phase === "now" ? "step" : undefined}>
          {phase === "done" && <span className="sr-only">{messages.stepDone} </span>}
          {label}
        </li>
      ))}
    </ol>
  );
}
