import { useQuery } from "@tanstack/react-query";
import type { OpenQuestion } from "#shared/deals/deal-questions.ts";
import type { OpenDeal } from "#shared/deals/deals.ts";
import { openQuestionsQuery } from "#web/lib/gated-queries.ts";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { Skeleton, Skeletons } from "#web/ui/skeleton.tsx";
import { changedAnswers } from "../deal-changes.ts";
import { DealSection } from "../deal-section.tsx";
import { AnsweredQuestion } from "./answered-question.tsx";
import { Ask } from "./ask.tsx";
import { OthersQuestions } from "./others-questions.tsx";
import { OwnQuestion } from "./own-question.tsx";

interface QuestionsProps {
  deal: OpenDeal;
  isChanged: boolean;
}

/** Answers of the version first, then what waits, the reader's own before others'. */
export function Questions({ deal, isChanged }: QuestionsProps) {
  const { id, content, seen } = deal;
  const { data, isPending, isError, refetch } = useQuery(openQuestionsQuery(id));
  const { answers } = content;
  // Only who bought reads a deal that is over.
  const isOver = deal.bought !== null;
  const asked = data?.gate === "open" ? data.answer.items : [];
  const answered = new Set(answers.map(({ id }) => id));
  const open = asked.filter(({ id }) => !answered.has(id));
  const own = open.filter(({ is_mine }) => is_mine);
  const others = open.filter(({ is_mine }) => !is_mine);
  const changes = changedAnswers(content, seen);
  const textOf = (id: string) => [...answers, ...asked].find((question) => question.id === id)?.question;
  return (
    <DealSection name="questions" isChanged={isChanged}>
      {answers.length + own.length > 0 && (
        <ul className="deal-questions">
          {answers.map((answer) => (
            <AnsweredQuestion
              key={answer.id}
              answer={answer}
              isMine={asked.some((question) => question.id === answer.id && question.is_mine)}
              change={changes.get(answer.id)}
            />
          ))}
          {own.map((question) => (
            <OwnQuestion
              key={question.id}
              question={question}
              mergedWith={targetOf(question, textOf)}
              isOver={isOver}
            />
          ))}
        </ul>
      )}
      {isPending && (
        <Skeletons label="Loading the questions" count={1} className="grid max-w-[28rem] gap-2 py-3">
          <Skeleton className="h-4" />
          <Skeleton className="h-4 w-3/5" />
        </Skeletons>
      )}
      {data && answers.length + open.length === 0 && <p className="muted pb-3">Nobody has asked anything yet.</p>}
      {others.length > 0 && !isOver && <OthersQuestions dealId={id} questions={others} />}
      {isError && <SectionFailed text="Questions that wait for an answer could not be loaded." onRetry={refetch} />}
      <Ask deal={deal} />
    </DealSection>
  );
}

const targetOf = ({ merged_into }: OpenQuestion, textOf: (id: string) => string | undefined) =>
  merged_into === null ? undefined : textOf(merged_into);
