import { openQuestionMessages as messages } from "#shared/deals/deal-question-messages.ts";
import type { OpenQuestion } from "#shared/deals/deal-questions.ts";
import { longDate } from "#web/lib/format.ts";
import { shortened } from "../../shortened.ts";

interface OwnQuestionProps {
  question: OpenQuestion;
  /** The words of the question that it was put together with. */
  mergedWith: string | undefined;
  /** Nothing is answered any more. */
  isOver: boolean;
}

/** What the reader asked and no version answers. */
export function OwnQuestion({ question, mergedWith, isOver }: OwnQuestionProps) {
  const { asked_at, merged_into, declined_reason, is_followed } = question;
  const isMerged = merged_into !== null;
  const isUnanswered = !isMerged && declined_reason === null;
  return (
    <li>
      <p className="deal-question" dir="auto">
        {question.question}
      </p>
      <p className="note mt-1 wrap-anywhere">
        {messages.askedByYou(longDate(asked_at))}{" "}
        {isMerged &&
          (mergedWith
            ? `It was put together with “${shortened(mergedWith)}”.`
            : "It was put together with another question.")}
        {isUnanswered && (isOver ? "It was not answered before the deal was over." : "It waits for its answer.")}
        {isUnanswered && !isOver && is_followed && ` ${messages.isFollowed}`}
        {declined_reason !== null && " It is not answered:"}
      </p>
      {declined_reason !== null && (
        <p className="deal-answer-text muted" dir="auto">
          {declined_reason}
        </p>
      )}
    </li>
  );
}
