import {
  conditionChoices,
  signMessages as messages,
  otherChoices,
} from "#shared/statements/sign-statement-messages.ts";
import type { StatementForm } from "#shared/statements/statements.ts";
import { Choices } from "./choices.tsx";
import { type Place, StepFrame } from "./step.tsx";

export interface Way {
  choice: string;
  /** Undefined for "None of these". */
  form: StatementForm | undefined;
  label: string;
  hint: string;
}

/** By what somebody has or knows, not by the names of the forms. */
export function waysOf(forms: readonly StatementForm[]): Way[] {
  const ways = forms.flatMap((form): Way[] =>
    form.kind === "high_net_worth"
      ? form.content.conditions.flatMap(({ key, fields: [figure] }) => {
          const words = conditionChoices[key]?.(figure?.least ?? 0);
          return words ? [{ choice: key, form, ...words }] : [];
        })
      : [{ choice: "experience", form, ...otherChoices.experience }],
  );
  return [...ways, { choice: "none", form: undefined, ...otherChoices.none }];
}

interface WhichStepProps {
  place: Place;
  ways: readonly Way[];
  choice: string;
  error: string | undefined;
  onChoose: (way: Way) => void;
}

export function WhichStep({ place, ways, choice, error, onChoose }: WhichStepProps) {
  const isDeclining = choice === "none";
  const heading = "Which of these is true for you?";
  return (
    <StepFrame place={place} heading={heading} isDeclining={isDeclining}>
      <p className="muted">The law lets us show deals only to people who can say one of these.</p>
      <Choices
        label={heading}
        value={choice}
        error={error}
        options={ways.map(({ choice: value, label, hint }) => ({ value, label, hint }))}
        onChange={(value) => {
          const way = ways.find((row) => row.choice === value);
          if (way) onChoose(way);
        }}
      />
      {isDeclining && <p className="note">{messages.declining}</p>}
    </StepFrame>
  );
}
