import { dealRecordMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import { type DealRecord, noteInputSchema } from "#shared/deals/deals.ts";
import { callApi } from "#web/lib/api.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { Textarea } from "#web/ui/input.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { useDealChanged } from "../deal-queries.ts";

/** What admins heard and think; never for members. */
export function Notes({ deal: { id, notes }, userId }: { deal: DealRecord; userId: string }) {
  const changed = useDealChanged();
  const form = useApiForm({
    schema: noteInputSchema,
    defaultValues: { text: "" },
    send: ({ text }) => callApi("POST", `/deals/${id}/notes`, { text }),
    onSent: async () => {
      form.reset();
      forgetDraft();
      await changed();
      toast({ title: "Note added" });
    },
    onRefused: (error, isAtField) => isAtField || toastFailure("Note not added", error),
    refusalFocus: "text",
  });
  const { forgetDraft } = useDraft(`deal-note:${id}:${userId}`, form);
  return (
    <div className="grid max-w-3xl gap-6">
      <Form form={form} className="grid gap-3" aria-label={messages.noteLabel}>
        <FormFields form={form}>
          <FormField
            form={form}
            name="text"
            label={messages.noteLabel}
            hint="For admins alone. Notes cannot be changed afterwards."
          >
            <Textarea className="field-sizing-content max-h-80" rows={3} />
          </FormField>
        </FormFields>
        <p>
          <SubmitButton form={form} variant="outline" isSmall busyLabel="Adding...">
            Add note
          </SubmitButton>
        </p>
      </Form>
      {notes.length === 0 && <p className="note">No note yet.</p>}
      <ol className="history" aria-label={messages.notes}>
        {notes.map(({ id, created_at, author_name, text }) => (
          <li key={id}>
            <time className="note num" dateTime={created_at}>
              {formatDateTime(created_at)}
            </time>
            <div className="min-w-0 wrap-anywhere">
              <p className="whitespace-pre-line" dir="auto">
                {text}
              </p>
              <p className="note">{messages.by(author_name)}</p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
