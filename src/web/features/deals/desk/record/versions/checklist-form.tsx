import { useState } from "react";
import { versionsPartMessages as messages, pagePartMessages, termLabels } from "#shared/deals/deal-desk-messages.ts";
import { checklistItems, checklistLabels } from "#shared/deals/deal-messages.ts";
import { checklistInputSchema, type DealRecord } from "#shared/deals/deals.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Form, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { useDealChanged } from "../../deal-queries.ts";

interface ChecklistFormProps {
  path: string;
  label: string;
  busyLabel: string;
  done: { title: string; description?: string };
  failed: string;
}

/** Every point is confirmed before a version is frozen, and again before it is approved. */
export function ChecklistForm({ path, label, busyLabel, done, failed }: ChecklistFormProps) {
  const changed = useDealChanged();
  const [problems, setProblems] = useState<{ path: string; message: string }[]>([]);
  const form = useApiForm<{ checklist: (typeof checklistItems)[number][] }, DealRecord>({
    schema: checklistInputSchema,
    defaultValues: { checklist: [] },
    send: (input) => callApi("POST", path, input),
    onSent: async (deal) => {
      setProblems([]);
      form.reset();
      await changed(deal);
      toast(done);
    },
    onRefused: async (error, isAtField) => {
      const errors = error instanceof ApiError ? (error.problem.errors ?? []) : [];
      setProblems(errors.filter(({ path }) => path !== "checklist"));
      if (isAtField || errors.length > 0) return;
      toastFailure(failed, error);
      // Another admin was faster, perhaps.
      await changed();
    },
  });
  const { error } = form.getFieldState("checklist", form.formState);
  return (
    <Form form={form} className="grid gap-4" aria-label={label}>
      <div role="alert" className="empty:hidden">
        {problems.length > 0 && (
          <Notice tone="error" title="This has to be put right first:">
            <ul>
              {problems.map(({ path, message }) => (
                <li key={`${path} ${message}`}>
                  {placeOf(path)}: {message}
                </li>
              ))}
            </ul>
          </Notice>
        )}
      </div>
      <FormFields form={form}>
        <fieldset className="grid gap-1" data-invalid={error ? "" : undefined} tabIndex={-1}>
          <legend className="field-label mb-1.5">Please confirm</legend>
          {checklistItems.map((item) => (
            <Checkbox key={item} label={checklistLabels[item]} value={item} {...form.register("checklist")} />
          ))}
          {error && <p className="field-error">{error.message}</p>}
        </fieldset>
      </FormFields>
      <p>
        <SubmitButton form={form} busyLabel={busyLabel}>
          {label}
        </SubmitButton>
      </p>
    </Form>
  );
}

const pageLabels: Record<string, string> = {
  why_we_like_it: pagePartMessages.why,
  what_would_make_it_fail: pagePartMessages.whyNot,
  team: pagePartMessages.team,
  traction: pagePartMessages.traction,
  scheme_note: pagePartMessages.schemeNote,
  one_line: messages.contentLabels.company,
};

/** "page.why_we_like_it.1" is "Why we like it, 2". */
function placeOf(path: string): string {
  const [, name = "", index] = path.split(".");
  const label = pageLabels[name] ?? (termLabels as Record<string, string>)[name] ?? path;
  return messages.place(label, index === undefined || Number.isNaN(Number(index)) ? null : Number(index) + 1);
}
