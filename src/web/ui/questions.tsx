import { Plus } from "./icons.generated.ts";
import { useExpandForPrint } from "./use-expand-for-print.ts";

export interface Question {
  question: string;
  /** A paragraph each. */
  answer: readonly string[];
}

/** Questions that open on their answers, each a disclosure of the browser's own. */
export function Questions({ questions }: { questions: readonly Question[] }) {
  const list = useExpandForPrint<HTMLDivElement>();
  return (
    <div className="questions" ref={list}>
      {questions.map(({ question, answer }) => (
        <details key={question}>
          <summary>
            <h3 className="d4">{question}</h3>
            <Plus />
          </summary>
          <div className="answer">
            {answer.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </details>
      ))}
    </div>
  );
}
