import { signMessages as messages } from "#shared/statements/sign-statement-messages.ts";
import { StatementLines } from "../statement-lines.tsx";
import { StepFrame, type StepProps } from "./step.tsx";

/** The form's text before its conditions. */
export function ReadStep(props: StepProps) {
  const { content, law_reference } = props.form;
  const title = { style: "title", runs: [{ text: content.title, is_bold: false }] } as const;
  return (
    <StepFrame step={props} heading="Read this first">
      <div className="grid gap-4">
        <StatementLines lines={[{ ...title, runs: [...title.runs] }, ...content.blocks]} />
        <p className="note wrap-anywhere">{law_reference}</p>
        <p className="note">{messages.keptHere}</p>
        <p className="note">{messages.counted}</p>
      </div>
    </StepFrame>
  );
}
