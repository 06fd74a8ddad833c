import { questionsPartMessages as messages } from "#shared/deals/deal-question-messages.ts";
import type { DeskQuestion } from "#shared/deals/deal-questions.ts";
import { callApi } from "#web/lib/api.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { Textarea } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { shortened } from "../../../shortened.ts";
import { RecordForm } from "../record-form.tsx";

interface QuestionFormProps {
  /** Of the API. */
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

export function AnswerForm({ path, question, ...rest }: QuestionFormProps) {
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

export function MergeForm({ path, question, others, ...rest }: MergeFormProps) {
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

export function DeclineForm({ path, question, ...rest }: QuestionFormProps) {
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
