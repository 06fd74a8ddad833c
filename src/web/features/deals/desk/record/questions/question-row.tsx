import { useRef, useState } from "react";
import { answeredStates } from "#shared/deals/deal-messages.ts";
import { questionsPartMessages as messages } from "#shared/deals/deal-question-messages.ts";
import type { DeskQuestion } from "#shared/deals/deal-questions.ts";
import type { DealRecord } from "#shared/deals/deals.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { shortened } from "../../../shortened.ts";
import { AnswerForm, DeclineForm, MergeForm } from "./question-forms.tsx";
import { isOpen, questionState, questionTones } from "./question-state.ts";

const actions = ["answer", "merge", "decline"] as const;
type Action = (typeof actions)[number];

interface QuestionRowProps {
  deal: Pick<DealRecord, "id" | "state">;
  userId: string;
  question: DeskQuestion;
  all: readonly DeskQuestion[];
}

export function QuestionRow({ deal, userId, question, all }: QuestionRowProps) {
  const { id, asked_at, asked_by_name, followers } = question;
  const draftKey = (action: Action) => `deal-question-${action}:${id}:${userId}`;
  const [opened, setOpened] = useState(() =>
    actions.find((action) => sessionStorage.getItem(draftKey(action)) !== null),
  );
  const row = useRef<HTMLLIElement>(null);
  const close = () => {
    setOpened(undefined);
    row.current?.focus();
  };
  const state = questionState(question);
  const others = all.filter((other) => other.id !== id && isOpen(other));
  const labels = {
    answer: question.answer === null ? messages.answer : messages.changeAnswer,
    merge: messages.merge,
    decline: messages.decline,
  };
  const action = isOpen(question) ? opened : undefined;
  const form = action && {
    path: `/deals/${deal.id}/questions/${id}`,
    question,
    draftKey: draftKey(action),
    onClose: close,
  };
  return (
    <li ref={row} tabIndex={-1} className="outline-none">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={questionTones[state]}>{messages.states[state]}</Badge>
        <span className="note num">
          {messages.asked(asked_by_name, formatDateTime(asked_at))} {messages.followers(followers)}
        </span>
      </p>
      <p className="desk-text font-semibold" dir="auto">
        {question.question}
      </p>
      <Outcome question={question} all={all} />
      {isOpen(question) && !form && (
        <div className="-mx-[0.35rem] flex flex-wrap gap-x-3">
          {actions
            .filter((action) => action !== "merge" || others.length > 0)
            .filter((action) => action !== "answer" || answeredStates.includes(deal.state))
            .map((action) => (
              <RowAction
                key={action}
                labelEnd={shortened(question.question)}
                isRemoval={action === "decline"}
                onClick={() => setOpened(action)}
              >
                {labels[action]}
              </RowAction>
            ))}
        </div>
      )}
      {form && action === "answer" && <AnswerForm {...form} />}
      {form && action === "merge" && <MergeForm {...form} others={others} />}
      {form && action === "decline" && <DeclineForm {...form} />}
    </li>
  );
}

function Outcome({ question, all }: Pick<QuestionRowProps, "question" | "all">) {
  const { answer, answered_at, answered_by_name, merged_into, declined_reason } = question;
  const target = all.find(({ id }) => id === merged_into);
  return (
    <>
      {answer !== null && answered_at !== null && (
        <div>
          <p className="desk-text" dir="auto">
            {answer}
          </p>
          <p className="note num mt-1">{messages.answered(answered_by_name, formatDateTime(answered_at))}</p>
        </div>
      )}
      {target && <p className="note wrap-anywhere">{messages.mergedWith(shortened(target.question))}</p>}
      {declined_reason !== null && (
        <div>
          <p className="note">{messages.declined}</p>
          <p className="desk-text" dir="auto">
            {declined_reason}
          </p>
        </div>
      )}
    </>
  );
}
