import type { PublishedFaq } from "#shared/content/content.ts";
import { fillValues } from "#shared/content/rich-text-outline.ts";
import { useRichTextValues } from "#web/lib/site-content.ts";
import { ExampleMark } from "#web/ui/badge.tsx";
import { Questions } from "#web/ui/questions.tsx";
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
