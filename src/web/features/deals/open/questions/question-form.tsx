import { useQueryClient } from "@tanstack/react-query";
import { openQuestionMessages as messages } from "#shared/deals/deal-question-messages.ts";
import { type OpenQuestionList, type QuestionInput, questionInputSchema } from "#shared/deals/deal-questions.ts";
import { callApi } from "#web/lib/api.ts";
import { closeDeal, gateIsOpen } from "#web/lib/gated-queries.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { Textarea } from "#web/ui/input.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";

interface QuestionFormProps {
  dealId: string;
  draftKey: string;
  /** Opened by a press, not by a draft. */
  isFocused: boolean;
  onClose: () => void;
}

const longest = 2000;

export function QuestionForm({ dealId, draftKey, isFocused, onClose }: QuestionFormProps) {
  const client = useQueryClient();
  const form = useApiForm<QuestionInput, OpenQuestionList>({
    schema: questionInputSchema,
    defaultValues: { question: "" },
    send: (input) => callApi("POST", `/open-deals/${dealId}/questions`, input),
    onSent: (answer) => {
      client.setQueryData(queryKeys.openQuestions(dealId), gateIsOpen(answer));
      toast({
        title: "Question asked",
        description: "The answer will be on this page. You are told of it under Notices.",
      });
      close();
    },
    fieldOfCode: { too_many_questions: "question" },
    onRefused: (error, isAtField) =>
      closeDeal(client, dealId, error) || isAtField || toastFailure("Your question was not sent", error),
    firstFocus: isFocused ? "question" : undefined,
    refusalFocus: "question",
  });
  const { forgetDraft } = useDraft(draftKey, form);
  const close = () => {
    forgetDraft();
    onClose();
  };
  const { length } = form.watch("question").trim();
  return (
    <Form form={form} className="grid max-w-[42rem] gap-3 pb-5 print:hidden" aria-label={messages.ask}>
      <FormFields form={form}>
        <FormField
          form={form}
          name="question"
          label="Your question"
          hint="Members see the question without your name. The club’s admins see it with your name and pass it on to the founders."
          aside={<span className="note num">{messages.length(length, longest)}</span>}
        >
          <Textarea className="field-sizing-content max-h-96 min-h-28" rows={4} />
        </FormField>
      </FormFields>
      <div className="button-row">
        <SubmitButton form={form} busyLabel="Asking...">
          Ask
        </SubmitButton>
        <Button variant="ghost" onClick={close}>
          Close the form
        </Button>
      </div>
    </Form>
  );
}
