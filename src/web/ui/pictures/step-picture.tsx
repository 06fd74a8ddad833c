import { Decoration } from "./decoration.tsx";
import step1 from "./drawn/step-1.svg";
import step2 from "./drawn/step-2.svg";
import step3 from "./drawn/step-3.svg";
import step4 from "./drawn/step-4.svg";
import step5 from "./drawn/step-5.svg";
import step6 from "./drawn/step-6.svg";

const steps = { 1: step1, 2: step2, 3: step3, 4: step4, 5: step5, 6: step6 };

/** One of the six drawings of 'How It Works'. Decorative. */
export function StepPicture({ n }: { n: keyof typeof steps }) {
  return <Decoration className="step-picture" src={steps[n]} width={160} height={112} loading="lazy" />;
}
