import type { OwnCommitment } from "#shared/commitments/commitments.ts";
import { stepsOf } from "./steps.ts";

export function StepLine({ commitment }: { commitment: OwnCommitment }) {
  return (
    <ol className="commit-steps" aria-label="How far it is">
      {stepsOf(commitment).map(({ label, phase }) => (
        <li key={label} className={`is-${phase}`} aria-current={phase === "now" ? "step" : undefined}>
          {phase === "done" && <span className="sr-only">Done: </span>}
          {label}
        </li>
      ))}
    </ol>
  );
}
