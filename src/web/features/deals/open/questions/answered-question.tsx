import { openQuestionMessages as messages } from "#shared/deals/deal-question-messages.ts";
import type { FrozenAnswer } from "#shared/deals/deal-questions.ts";
import { londonDate } from "#shared/london-time.ts";
import { dayAndMonth, longDate } from "#web/lib/format.ts";

interface AnsweredQuestionProps {
  answer: FrozenAnswer;
  isMine: boolean;
  /** "New" or "Changed", since the reader's last visit. */
  change: string | undefined;
}

export function AnsweredQuestion({ answer, isMine, change }: AnsweredQuestionProps) {
  const { question, asked_at, answered_at } = answer;
  const asked = yearOf(asked_at) === yearOf(answered_at) ? dayAndMonth(asked_at) : longDate(asked_at);
  return (
    <li>
      <p className="deal-question" dir="auto">
        {question}
      </p>
      <p className="deal-answer-text muted" dir="auto">
        {answer.answer}
      </p>
      <p className="note mt-1">
        {isMine ? messages.askedByYou(asked) : messages.askedByMember(asked)} Answered by the founders,{" "}
        {longDate(answered_at)}
      </p>
      {change && <p className="deal-changed">{change}</p>}
    </li>
  );
}

const yearOf = (moment: string): string => londonDate(new Date(moment)).slice(0, 4);
