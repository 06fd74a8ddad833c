import { Runs } from "../statement-lines.tsx";
import { messageAt, StepFrame, type StepProps } from "./step.tsx";
import { Tick } from "./tick.tsx";

export function DeclarationsStep(props: StepProps) {
  const { form, draft, onChange } = props;
  return (
    <StepFrame step={props} heading="Read each line and tick it if it is true">
      <div className="border-t border-line">
        {form.content.declarations.map(({ key, runs }) => (
          <Tick
            key={key}
            label={<Runs runs={runs} />}
            isTicked={draft.declarations.includes(key)}
            error={messageAt(props, `declarations.${key}`)}
            onChange={(isTicked) => {
              const others = draft.declarations.filter((ticked) => ticked !== key);
              onChange({ declarations: isTicked ? [...others, key] : others }, `declarations.${key}`);
            }}
          />
        ))}
      </div>
    </StepFrame>
  );
}
