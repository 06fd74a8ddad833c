import { signMessages as messages } from "#shared/statements/sign-statement-messages.ts";
import { Runs } from "../statement-lines.tsx";
import { messageAt, StepFrame, type StepProps } from "./step.tsx";
import { Tick } from "./tick.tsx";

/** The answers at a glance, and the one that excludes every Yes. */
export function NoneStep(props: StepProps) {
  const { form, draft, onChange } = props;
  const { conditions, none_text } = form.content;
  const isDeclining = draft.isNone && !conditions.some(({ key }) => draft.applies[key]);
  return (
    <StepFrame
      step={props}
      heading="Have you answered as things are?"
      {...(isDeclining && { nextLabel: "Finish without signing", busyLabel: "Sending" })}
    >
      <dl className="sign-answered">
        {conditions.map(({ key, runs }) => (
          <div key={key}>
            <dt>
              <Runs runs={runs} />
            </dt>
            <dd>{messages.answered(draft.applies[key] === true)}</dd>
          </div>
        ))}
      </dl>
      <Tick
        label={none_text}
        isTicked={draft.isNone}
        error={messageAt(props, "none_apply")}
        onChange={(isNone) => onChange({ isNone }, "none_apply")}
      />
    </StepFrame>
  );
}
