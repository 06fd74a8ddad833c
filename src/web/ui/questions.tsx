import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Plus } from "./icons.generated.ts";

export interface Question {
  question: string;
  answer: ReactNode;
  mark?: ReactNode;
}

export function Questions({ questions }: { questions: readonly Question[] }) {
  const list = useExpandForPrint<HTMLDivElement>();
  return (
    <div className="questions" ref={list}>
      {questions.map(({ question, answer, mark }) => (
        <details key={question}>
          <summary>
            <h3 className="d4">{question}</h3>
            {mark}
            <Plus />
          </summary>
          <div className="answer">{answer}</div>
        </details>
      ))}
    </div>
  );
}

/** Opens every disclosure for printing, which styles cannot in all browsers. */
function useExpandForPrint<Of extends HTMLElement>(): RefObject<Of | null> {
  const element = useRef<Of>(null);
  useEffect(() => {
    const opened = new Set<HTMLDetailsElement>();
    const open = () => {
      for (const details of element.current?.querySelectorAll<HTMLDetailsElement>("details:not([open])") ?? []) {
        details.open = true;
        opened.add(details);
      }
    };
    const close = () => {
      for (const details of opened) details.open = false;
      opened.clear();
    };
    window.addEventListener("beforeprint", open);
    window.addEventListener("afterprint", close);
    return () => {
      window.removeEventListener("beforeprint", open);
      window.removeEventListener("afterprint", close);
    };
  }, []);
  return element;
}
