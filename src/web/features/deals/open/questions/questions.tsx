import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useRef, useState } from "react";
import { type TermsFormat, termLinesOf } from "#shared/commitments/terms-changes.ts";
import { openQuestionMessages as messages } from "#shared/deals/deal-question-messages.ts";
import type { FrozenAnswer, OpenQuestion, OpenQuestionList } from "#shared/deals/deal-questions.ts";
import type { DealContent, OpenDeal } from "#shared/deals/deals.ts";
import {
  type DealSectionName,
  dealSectionMessages,
  openDealMessages,
  openDealsMessages,
} from "#shared/deals/open-deal-messages.ts";
import { londonDate } from "#shared/london-time.ts";
import { noticeChoicesQuery } from "#web/features/notices/notice-queries.ts";
import { callApi } from "#web/lib/api.ts";
import { dayAndMonth, longDate, percent, shortLondonTime, weekdayDate } from "#web/lib/format.ts";
import { closeDeal, gateIsOpen, openQuestionsQuery } from "#web/lib/gated-queries.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useCurrentUserId } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { Skeleton, Skeletons } from "#web/ui/skeleton.tsx";
import { toastFailure } from "#web/ui/toast.ts";
import { shortened } from "../../shortened.ts";
import { DealFold } from "../deal-section.tsx";

interface QuestionsProps {
  deal: OpenDeal;
  isChanged: boolean;
}

/** Answers of the version first, then what waits, the reader's own before others'. */
export function Questions({ deal, isChanged }: QuestionsProps) {
  const { id, content, seen } = deal;
  const { data, isPending, isError, refetch } = useQuery(openQuestionsQuery(id));
  // A deal that is over is read by those alone who bought.
  const isOver = deal.bought !== null;
  const asked = data?.gate === "open" ? data.answer.items : [];
  const late = asked.flatMap(({ answer, answered_at, ...question }) =>
    answer !== null && answered_at !== null ? [{ ...question, answer, answered_at }] : [],
  );
  // An answer given once the deal was over is in no version.
  const answers = [
    ...new Map<string, FrozenAnswer>([...content.answers, ...late].map((one) => [one.id, one])).values(),
  ];
  const answered = new Set(answers.map(({ id }) => id));
  const open = asked.filter(({ id }) => !answered.has(id));
  const own = open.filter(({ is_mine }) => is_mine);
  const others = open.filter(({ is_mine }) => !is_mine);
  // A question that is put together with another has that one's answer.
  const waiting = open.filter(({ merged_into, declined_reason }) => merged_into === null && declined_reason === null);
  const changes = changedAnswers(content, seen);
  const textOf = (id: string) => [...answers, ...asked].find((question) => question.id === id)?.question;
  return (
    <DealFold
      name="questions"
      line={messages.summary(answers.length, isOver ? 0 : waiting.length)}
      isChanged={isChanged}
      act={deal.state !== "closed" && <Ask dealId={id} />}
    >
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
      {deal.state === "closed" && (
        <p className="note pt-3">This deal is closed, so questions are not taken any more.</p>
      )}
    </DealFold>
  );
}

interface AnsweredQuestionProps {
  answer: FrozenAnswer;
  isMine: boolean;
  /** "New" or "Changed", since the reader's last visit. */
  change: string | undefined;
}

function AnsweredQuestion({ answer, isMine, change }: AnsweredQuestionProps) {
  const { question, asked_at, answered_at } = answer;
  const asked = yearOf(asked_at) === yearOf(answered_at) ? dayAndMonth(asked_at) : longDate(asked_at);
  return (
    <li>
      <p className="deal-question" dir="auto">
        {question}
      </p>
      <p className="mt-1 max-w-[42rem] wrap-anywhere whitespace-pre-line muted" dir="auto">
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

function Followed() {
  const { data } = useQuery(noticeChoicesQuery);
  const choice = data?.items.find(({ topic }) => topic === "deal_call")?.choice;
  return ` ${messages.isFollowed(choice === "mail")}`;
}

interface OwnQuestionProps {
  question: OpenQuestion;
  /** The words of the question that it was put together with. */
  mergedWith: string | undefined;
  /** Nothing is answered any more. */
  isOver: boolean;
}

/** The reader asked this and no version answers it. */
function OwnQuestion({ question, mergedWith, isOver }: OwnQuestionProps) {
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
        {isUnanswered && !isOver && is_followed && <Followed />}
        {declined_reason !== null && " It is not answered:"}
      </p>
      {declined_reason !== null && (
        <p className="mt-1 max-w-[42rem] wrap-anywhere whitespace-pre-line muted" dir="auto">
          {declined_reason}
        </p>
      )}
    </li>
  );
}

interface OthersQuestionsProps {
  dealId: string;
  questions: readonly OpenQuestion[];
}

/** Unanswered ones: followers are notified of the answer. */
function OthersQuestions({ dealId, questions }: OthersQuestionsProps) {
  const follow = useFollow(dealId);
  return (
    <details className="deal-others">
      <summary>{messages.waiting(questions.length)}</summary>
      <ul className="deal-questions">
        {questions.map(({ id, question, asked_at, is_followed }) => (
          <li key={id} className="deal-with-button">
            <div className="min-w-0">
              <p className="deal-question" dir="auto">
                {question}
              </p>
              <p className="note mt-1">
                {messages.askedByMember(longDate(asked_at))} {is_followed && <Followed />}
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

const questionForm = lazyPage(() => import("./question-form.tsx").then((file) => file.QuestionForm));

/** Opens the form; what was typed opens it again after a reload. */
function Ask({ dealId }: { dealId: string }) {
  const draftKey = `deal-question:${dealId}:${useCurrentUserId()}`;
  const [form, setForm] = useState<"closed" | "restored" | "pressed">(() =>
    sessionStorage.getItem(draftKey) === null ? "closed" : "restored",
  );
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (form === "closed" && wasOpen.current) button.current?.focus();
    wasOpen.current = form !== "closed";
  }, [form]);
  if (form === "closed")
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-[0.9rem] print:hidden">
        <Button ref={button} variant="outline" onClick={() => setForm("pressed")}>
          {messages.ask}
        </Button>
        <p className="note">Members see the question without your name.</p>
      </div>
    );
  return (
    <Suspense fallback={<Skeleton className="h-48" />}>
      <Page
        page={questionForm}
        dealId={dealId}
        draftKey={draftKey}
        isFocused={form === "pressed"}
        onClose={() => setForm("closed")}
      />
    </Suspense>
  );
}

const yearOf = (moment: string): string => londonDate(new Date(moment)).slice(0, 4);

const targetOf = ({ merged_into }: OpenQuestion, textOf: (id: string) => string | undefined) =>
  merged_into === null ? undefined : textOf(merged_into);

export interface TermLine {
  label: string;
  value: string;
  /** In the version that the reader saw last, where it differs. */
  was?: string;
}

const format: TermsFormat = { moment: shortLondonTime, day: longDate, dayAhead: weekdayDate, percent };

/** @param seen what the reader saw last, if that was another version. */
export function termLines(
  { content, closes_at, instead_of }: Pick<OpenDeal, "content" | "closes_at" | "instead_of">,
  seen: DealContent | null,
): TermLine[] {
  const linesOf = ({ terms }: DealContent) =>
    termLinesOf({ ...terms, closes_at: instead_of === null ? terms.closes_at : closes_at }, format);
  const before = seen && linesOf(seen);
  return linesOf(content).map(({ label, value }, index) => {
    const was = before?.[index]?.value;
    return was === undefined || was === value ? { label, value } : { label, value, was };
  });
}

/** What each section says, besides the terms, whose lines are compared one by one. */
const partsOf: Partial<Record<DealSectionName, (content: DealContent) => unknown>> = {
  why: ({ page }) => [page.why_we_like_it, page.what_would_make_it_fail],
  risks: ({ terms }) => terms.risks,
  team: ({ page }) => page.team,
  traction: ({ page }) => page.traction,
  funds: ({ terms }) => terms.use_of_funds,
  others: ({ terms }) => terms.other_investors,
  conflicts: ({ terms, success_fee_bp }) => [terms.conflicts, terms.club_invests, success_fee_bp],
  scheme: ({ page, terms }) => [terms.scheme, terms.assurance, terms.assurance_on, page.scheme_note],
  room: ({ documents }) => documents.map(({ id }) => id),
  questions: ({ answers }) => answers,
  timeline: ({ terms }) => [terms.opens_at, terms.priority_until, terms.closes_at, terms.completion_expected_on],
};

/** In page order, without those that have nothing to say. */
function sectionsOf({ page }: DealContent): DealSectionName[] {
  const isEmpty: Partial<Record<DealSectionName, boolean>> = {
    why: page.why_we_like_it.length === 0 && page.what_would_make_it_fail.length === 0,
    team: page.team.length === 0,
    traction: page.traction.length === 0,
  };
  return (Object.keys(dealSectionMessages) as DealSectionName[]).filter((name) => !isEmpty[name]);
}

/** Returns what the reader saw and is no longer there: nothing on the page could be marked. */
export function goneSections(content: DealContent, seen: DealContent): DealSectionName[] {
  const present = sectionsOf(content);
  return sectionsOf(seen).filter((name) => !present.includes(name));
}

export function changedSections(content: DealContent, seen: DealContent | null): ReadonlySet<DealSectionName> {
  if (!seen) return new Set();
  const isChanged = (part: (content: DealContent) => unknown) =>
    JSON.stringify(part(content)) !== JSON.stringify(part(seen));
  const names = Object.keys(partsOf) as DealSectionName[];
  return new Set(names.filter((name) => isChanged(partsOf[name] ?? (() => null))));
}

/** "New" or "Changed", by the question's id. */
function changedAnswers({ answers }: DealContent, seen: DealContent | null): ReadonlyMap<string, string> {
  if (!seen) return new Map();
  const before = new Map(seen.answers.map(({ id, answer }) => [id, answer]));
  const changed = answers.filter(({ id, answer }) => before.get(id) !== answer);
  return new Map(changed.map(({ id }) => [id, before.has(id) ? openDealMessages.changed : openDealsMessages.isNew]));
}
