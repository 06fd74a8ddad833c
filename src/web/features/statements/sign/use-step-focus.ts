import { useEffect, useRef } from "react";
import type { StepProps } from "./step.tsx";

/** To the first error, else to the heading of a step that appears. */
export function useStepFocus(step: string, problems: StepProps["problems"], failure: unknown) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<{ step: string; problems: StepProps["problems"]; failure: unknown }>(undefined);
  useEffect(() => {
    const before = shown.current;
    shown.current = { step, problems, failure };
    const isOther = before?.step !== step || (failure && before.failure !== failure);
    const isRefused =
      problems.length > 0 &&
      before !== undefined &&
      before.problems !== problems &&
      problems.length >= before.problems.length;
    if (!isOther && !isRefused) return;
    const field = place.current?.querySelector<HTMLElement>("input[aria-invalid=true], [data-invalid]");
    const heading = place.current?.querySelector<HTMLElement>("h1");
    if (isOther && !field && problems.length === 0) window.scrollTo({ top: 0, behavior: "instant" });
    // The investor record moves the focus to its own error.
    if (field) field.focus();
    else if (problems.length === 0) heading?.focus({ preventScroll: true });
  }, [step, problems, failure]);
  return place;
}
