import { useId } from "react";
import { type WebhookEvent, webhookEvents, webhookEventTypes } from "#shared/webhook-events.ts";
import { webhookMessages as messages } from "#shared/webhook-messages.ts";
import type { CreatedWebhook, Webhook } from "#shared/webhooks.ts";
import { callApi } from "#web/lib/api.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Form, FormField, FormFields } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { toastFailure } from "#web/ui/toast.ts";

interface Values {
  name: string;
  url: string;
  events: WebhookEvent[];
  is_on: boolean;
}

interface WebhookFormProps {
  /** Undefined for a new one. */
  webhook: Webhook | undefined;
  onClose: () => void;
  onSaved: (webhook: Webhook | CreatedWebhook) => void;
}

export function WebhookForm({ webhook, onClose, onSaved }: WebhookFormProps) {
  const formId = useId();
  const form = useApiForm<Values, Webhook | CreatedWebhook>({
    schema: () => import("#shared/webhooks.ts").then(({ webhookInputSchema }) => webhookInputSchema),
    defaultValues: webhook
      ? { name: webhook.name, url: webhook.url, events: webhook.events, is_on: webhook.switched_off_at === null }
      : { name: "", url: "", events: [], is_on: true },
    send: (values) =>
      webhook ? callApi("PUT", `/webhooks/${webhook.id}`, values) : callApi("POST", "/webhooks", values),
    onSent: onSaved,
    onRefused: (error, isAtField) => isAtField || toastFailure(messages.saveFailed, error),
    firstFocus: "name",
  });
  const { error } = form.getFieldState("events", form.formState);
  const actions = (
    <>
      <Button variant="ghost" onClick={onClose}>
        {messages.cancel}
      </Button>
      <Button type="submit" form={formId} busyLabel={form.isBusy && messages.saving}>
        {webhook ? messages.save : messages.add}
      </Button>
    </>
  );
  return (
    <Dialog isOpen onClose={onClose} title={webhook ? messages.changeTitle : messages.addTitle} actions={actions}>
      <Form form={form} id={formId} className="mt-5 grid gap-4">
        <FormFields form={form}>
          <FormField form={form} name="name" label={messages.name} hint={messages.nameHint}>
            <Input autoComplete="off" required />
          </FormField>
          <FormField form={form} name="url" label={messages.url} hint={messages.urlHint}>
            <Input type="url" autoComplete="off" required />
          </FormField>
          <fieldset className="grid gap-1" data-invalid={error ? "" : undefined} tabIndex={-1}>
            <legend className="field-label mb-1.5">{messages.events}</legend>
            {webhookEventTypes.map((type) => (
              <Checkbox key={type} label={webhookEvents[type].label} value={type} {...form.register("events")} />
            ))}
            {error && <p className="field-error">{error.message}</p>}
          </fieldset>
          {webhook && <Checkbox label={messages.isOn} {...form.register("is_on")} />}
        </FormFields>
      </Form>
    </Dialog>
  );
}
