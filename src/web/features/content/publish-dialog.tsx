import { type ContentItem, publicationTimeSchema } from "#shared/content/content.ts";
import { contentMessages as messages } from "#shared/content/content-messages.ts";
import { fromLondonTime, toLondonTime } from "#shared/london-time.ts";
import { callApi } from "#web/lib/api.ts";
import { formatLondonTime } from "#web/lib/format.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { useContentChanged } from "./use-content.ts";

interface PublishDialogProps {
  item: ContentItem;
  isOpen: boolean;
  onClose: () => void;
}

const day = 24 * 60 * 60 * 1000;

export function PublishDialog({ item, isOpen, onClose }: PublishDialogProps) {
  const changed = useContentChanged();
  const tomorrow = toLondonTime(new Date(Date.now() + day)).date;
  const form = useApiForm<{ date: string; time: string }, ContentItem>({
    schema: publicationTimeSchema,
    defaultValues: { date: tomorrow, time: "08:00" },
    send: ({ date, time }) => {
      const at = fromLondonTime(date, time).toISOString();
      return callApi("POST", `/content/${item.id}/publish`, { expected_revision: item.revision, at });
    },
    fieldOfCode: { invalid_body: "time" },
    messageOf: ({ errors }) => errors?.[0]?.message ?? messages.timePassed,
    onSent: async (scheduled) => {
      await changed(scheduled);
      toast({ title: "Publication Scheduled", description: formatLondonTime(scheduled.publish_at ?? "") });
      onClose();
    },
    onRefused: (error, isAtField) => isAtField || toastFailure(messages.publishFailed, error),
  });
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title={messages.publishAtTime}
      text="The page, the list, the feed and the search change together. What is saved by then is published; you can cancel it until then."
      submitLabel={messages.publishAtTime}
      busyLabel={messages.saving}
      cancelLabel="Keep as draft"
      className="mt-5 grid gap-5 sm:grid-cols-2"
    >
      <FormField form={form} name="date" label="Day">
        <Input type="date" />
      </FormField>
      <FormField form={form} name="time" label="Time, London">
        <Input type="time" />
      </FormField>
    </FormDialog>
  );
}
