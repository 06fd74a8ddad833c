import { type WebhookEvent, webhookEvents, webhookEventTypes } from "#shared/webhooks/webhook-events.ts";
import { webhookMessages as messages } from "#shared/webhooks/webhook-messages.ts";
import { type CreatedWebhook, type Webhook, webhookInputSchema } from "#shared/webhooks/webhooks.ts";
import { ActionDialog } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Input } from "#web/ui/input.tsx";

interface Values {
  name: string;
  url: string;
  events: WebhookEvent[];
  is_on: boolean;
}

interface WebhookFormProps {
  webhook: Webhook | undefined;
  onClose: () => void;
  onSaved: (webhook: Webhook | CreatedWebhook) => void;
}

export const WebhookForm = ({ webhook, onClose, onSaved }: WebhookFormProps) => (
  <ActionDialog<Values, Values, Webhook | CreatedWebhook>
    isOpen
    onClose={onClose}
    words={{
      ...(webhook ? { title: "Change the webhook", submit: "Save" } : { title: "Add a webhook", submit: messages.add }),
      busy: "Saving...",
      failed: "The webhook was not saved",
    }}
    draft={webhook ? `/webhooks/${webhook.id}` : "/webhooks"}
    schema={webhookInputSchema}
    defaultValues={{
      name: webhook?.name ?? "",
      url: webhook?.url ?? "",
      events: webhook?.events ?? [],
      is_on: !webhook?.switched_off_at,
    }}
    send={(input) => (webhook ? callApi("PUT", `/webhooks/${webhook.id}`, input) : callApi("POST", "/webhooks", input))}
    firstFocus="name"
    onDone={onSaved}
    invalidates={[webhooksKey]}
  >
    {(form) => (
      <>
        <FormField form={form} name="name" label="Name" hint="The system that receives it, such as Bookkeeping.">
          <Input autoComplete="off" required />
        </FormField>
        <FormField
          form={form}
          name="url"
          label="Address"
          hint="It begins with https:// and can be reached from the internet."
        >
          <Input type="url" autoComplete="off" required />
        </FormField>
        <Events form={form} />
        {webhook && <Checkbox label="Send events to this address" {...form.register("is_on")} />}
      </>
    )}
  </ActionDialog>
);

function Events({ form }: { form: ServerForm<Values> }) {
  const { error } = form.getFieldState("events", form.formState);
  return (
    <fieldset className="grid gap-1" data-invalid={error ? "" : undefined} tabIndex={-1}>
      <legend className="field-label mb-1.5">Events</legend>
      {webhookEventTypes.map((type) => (
        <Checkbox key={type} label={webhookEvents[type].label} value={type} {...form.register("events")} />
      ))}
      {error && <p className="field-error">{error.message}</p>}
    </fieldset>
  );
}

/** The lists share this key: `useList` makes keys of its paths. */
export const webhooksKey = ["webhooks"];
