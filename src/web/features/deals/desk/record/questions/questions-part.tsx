import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { adminPaths } from "#shared/admin-paths.ts";
import { answeredStates } from "#shared/deals/deal-messages.ts";
import { questionsPartMessages as messages, type questionsPartMessages } from "#shared/deals/deal-question-messages.ts";
import type { DeskQuestion, DeskQuestionList } from "#shared/deals/deal-questions.ts";
import type { DealRecord } from "#shared/deals/deals.ts";
import { callApi } from "#web/lib/api.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { Textarea } from "#web/ui/input.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { Select } from "#web/ui/select.tsx";
import { shortened } from "../../../shortened.ts";
import { PartQuery, RecordForm } from "../record-form.tsx";

/** What members ask, with their names, and what becomes of it. */
export function QuestionsPart({ deal, userId }: { deal: DealRecord; userId: string }) {
  const { id } = deal;
  const query = useQuery({
    queryKey: queryKeys.dealQuestions(id),
    queryFn: ({ signal }) => callApi<DeskQuestionList>("GET", `/deals/${id}/questions`, undefined, signal),
  });
  return (
    <PartQuery query={query} words={messages}>
      {({ items }) => {
        if (items.length === 0) return <p className="note">{messages.none}</p>;
        const unshown = items.filter((question) => questionState(question) === "answered").length;
        return (
          <div className="grid max-w-3xl gap-4">
            {unshown > 0 && (
              <Notice title={messages.unshown(unshown)}>
                {messages.unshownText}{" "}
                <InlineLink to={adminPaths.dealPart(id, "versions")}>{messages.versions}</InlineLink>
              </Notice>
            )}
            <ul className="desk-questions" aria-label={messages.list}>
              {sortQuestions(items).map((question) => (
                <QuestionRow key={question.id} deal={deal} userId={userId} question={question} all={items} />
              ))}
            </ul>
          </div>
        );
      }}
    </PartQuery>
  );
}

const actions = ["answer", "merge", "decline"] as const;
type Action = (typeof actions)[number];

interface QuestionRowProps {
  deal: Pick<DealRecord, "id" | "state">;
  userId: string;
  question: DeskQuestion;
  all: readonly DeskQuestion[];
}

function QuestionRow({ deal, userId, question, all }: QuestionRowProps) {
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

interface QuestionFormProps {
  path: string;
  question: DeskQuestion;
  draftKey: string;
  onClose: () => void;
}

const rules = () => import("#shared/deals/deal-questions.ts");
const failed = messages.failedToSave;
const answerWords = {
  label: messages.answer,
  submit: messages.saveAnswer,
  done: messages.answerSaved,
  doneText: messages.answerSavedText,
  failed,
};
const mergeWords = { label: messages.merge, submit: messages.saveMerge, done: messages.merged, failed };
const declineWords = { label: messages.decline, submit: messages.saveDecline, done: messages.declinedNow, failed };

function AnswerForm({ path, question, ...rest }: QuestionFormProps) {
  return (
    <RecordForm<{ answer: string }>
      {...rest}
      words={answerWords}
      version={question.updated_at}
      schema={() => rules().then(({ answerInputSchema }) => answerInputSchema.pick({ answer: true }))}
      defaultValues={{ answer: question.answer ?? "" }}
      firstFocus="answer"
      send={(values, expected_version) => callApi("POST", `${path}/answer`, { ...values, expected_version })}
    >
      {(form) => (
        <FormField form={form} name="answer" label={messages.answerLabel} hint={messages.answerHint}>
          <Textarea className="field-sizing-content max-h-96 min-h-28" rows={4} />
        </FormField>
      )}
    </RecordForm>
  );
}

interface MergeFormProps extends QuestionFormProps {
  others: readonly DeskQuestion[];
}

function MergeForm({ path, question, others, ...rest }: MergeFormProps) {
  return (
    <RecordForm<{ into: string }>
      {...rest}
      words={mergeWords}
      version={question.updated_at}
      schema={() => rules().then(({ mergeInputSchema }) => mergeInputSchema.pick({ into: true }))}
      defaultValues={{ into: "" }}
      firstFocus="into"
      send={(values, expected_version) => callApi("POST", `${path}/merge`, { ...values, expected_version })}
    >
      {(form) => (
        <FormField form={form} name="into" label={messages.mergeLabel} hint={messages.mergeHint}>
          <Select>
            <option value="">{messages.choose}</option>
            {others.map(({ id, question: text }) => (
              <option key={id} value={id}>
                {shortened(text)}
              </option>
            ))}
          </Select>
        </FormField>
      )}
    </RecordForm>
  );
}

function DeclineForm({ path, question, ...rest }: QuestionFormProps) {
  return (
    <RecordForm<{ reason: string }>
      {...rest}
      words={declineWords}
      version={question.updated_at}
      schema={() => rules().then(({ declineInputSchema }) => declineInputSchema.pick({ reason: true }))}
      defaultValues={{ reason: "" }}
      firstFocus="reason"
      send={(values, expected_version) => callApi("POST", `${path}/decline`, { ...values, expected_version })}
    >
      {(form) => (
        <FormField form={form} name="reason" label={messages.declineLabel} hint={messages.declineHint}>
          <Textarea className="field-sizing-content max-h-80" rows={3} />
        </FormField>
      )}
    </RecordForm>
  );
}

type QuestionState = keyof typeof questionsPartMessages.states;

export function questionState({ merged_into, declined_reason, answer, is_shown }: DeskQuestion): QuestionState {
  if (merged_into !== null) return "merged";
  if (declined_reason !== null) return "declined";
  if (answer === null) return "waiting";
  return is_shown ? "shown" : "answered";
}

/** What needs an admin first; each state as it comes, newest first. */
export const sortQuestions = (questions: readonly DeskQuestion[]): DeskQuestion[] =>
  questions.toSorted((a, b) => rank[questionState(a)] - rank[questionState(b)]);

const rank: Record<QuestionState, number> = { waiting: 0, answered: 1, shown: 2, merged: 3, declined: 3 };

const questionTones: Record<QuestionState, BadgeTone> = {
  waiting: "waiting",
  answered: "waiting",
  shown: "live",
  merged: "over",
  declined: "over",
};

/** Nothing more is done with others. */
export const isOpen = (question: DeskQuestion): boolean => rank[questionState(question)] < 3;
