import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import type { PublishedFaq } from "#shared/content/content.ts";
import { fillValues } from "#shared/content/rich-text-outline.ts";
import { useRichTextValues } from "#web/lib/site-content.ts";
import { ExampleMark } from "#web/ui/badge.tsx";
import { Plus } from "#web/ui/icons.generated.ts";
import { RichText } from "#web/ui/rich-text/rich-text.tsx";

export function Faq({ faqs }: { faqs: readonly PublishedFaq[] }) {
  const values = useRichTextValues();
  const questions = faqs.map(({ question, answer, is_example }) => ({
    question: fillValues(question, values),
    answer: <RichText document={answer} values={values} />,
    mark: is_example && <ExampleMark />,
  }));
  if (faqs.length === 0) return <p className="max-w-(--measure) text-ink-2">Nothing is answered here yet. Ask us.</p>;
  return <Questions questions={questions} />;
}

interface Question {
  question: string;
  answer: ReactNode;
  mark?: ReactNode;
}

function Questions({ questions }: { questions: readonly Question[] }) {
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
