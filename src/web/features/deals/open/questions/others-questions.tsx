import { useMutation, useQueryClient } from "@tanstack/react-query";
import { openQuestionMessages as messages } from "#shared/deals/deal-question-messages.ts";
import type { OpenQuestion, OpenQuestionList } from "#shared/deals/deal-questions.ts";
import { callApi } from "#web/lib/api.ts";
import { longDate } from "#web/lib/format.ts";
import { closeDeal, gateIsOpen } from "#web/lib/gated-queries.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { Button } from "#web/ui/button.tsx";
import { toastFailure } from "#web/ui/toast.ts";

interface OthersQuestionsProps {
  dealId: string;
  questions: readonly OpenQuestion[];
}

/** Unanswered ones: followers are notified of the answer. */
export function OthersQuestions({ dealId, questions }: OthersQuestionsProps) {
  const follow = useFollow(dealId);
  return (
    <details className="deal-fold">
      <summary>{messages.waiting(questions.length)}</summary>
      <ul className="deal-questions">
        {questions.map(({ id, question, asked_at, is_followed }) => (
          <li key={id} className="deal-with-button">
            <div className="min-w-0">
              <p className="deal-question" dir="auto">
                {question}
              </p>
              <p className="note mt-1">
                {messages.askedByMember(longDate(asked_at))} {is_followed && messages.isFollowed}
              </p>
            </div>
            <Button variant="outline" isSmall onClick={() => follow({ question_id: id, follows: !is_followed })}>
              {is_followed ? "Stop following" : "Follow"}
              <span className="sr-only"> {question}</span>
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** One after the other, so that the last press counts. */
function useFollow(dealId: string) {
  const client = useQueryClient();
  const { mutate } = useMutation({
    scope: { id: `questions ${dealId}` },
    mutationFn: ({ question_id, follows }: { question_id: string; follows: boolean }) =>
      callApi<OpenQuestionList>("PUT", `/open-deals/${dealId}/questions/${question_id}/follow`, { follows }),
    onMutate: () => client.cancelQueries({ queryKey: queryKeys.openQuestions(dealId) }),
    onSuccess: (answer) => client.setQueryData(queryKeys.openQuestions(dealId), gateIsOpen(answer)),
    onError: (error) => {
      if (closeDeal(client, dealId, error)) return;
      toastFailure("Not changed", error);
      void client.invalidateQueries({ queryKey: queryKeys.openQuestions(dealId) });
    },
  });
  return mutate;
}
