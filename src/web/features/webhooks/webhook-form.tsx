import { type WebhookEvent, webhookEvents, webhookEventTypes } from "#shared/webhooks/webhook-events.ts";
import { webhookMessages as messages } from "#shared/webhooks/webhook-messages.ts";
import { type CreatedWebhook, type Webhook, webhookChangeSchema } from "#shared/webhooks/webhooks.ts";
import { callApi } from "#web/lib/api.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import { toastFailure } from "#web/ui/toast.ts";

interface Values {
  name: string;
  url: string;
  events: WebhookEvent[];
  is_on: boolean;
  password?: string | undefined;
}

interface WebhookFormProps {
  /** Undefined for a new one. */
  webhook: Webhook | undefined;
  onClose: () => void;
  onSaved: (webhook: Webhook | CreatedWebhook) => void;
}

export function WebhookForm({ webhook, onClose, onSaved }: WebhookFormProps) {
  const form = useApiForm<Values, Webhook | CreatedWebhook>({
    schema: webhookChangeSchema,
    defaultValues: webhook
      ? {
          name: webhook.name,
          url: webhook.url,
          events: webhook.events,
          is_on: webhook.switched_off_at === null,
          password: "",
        }
      : { name: "", url: "", events: [], is_on: true, password: "" },
    send: ({ password, ...input }) => {
      const body = { ...input, ...(password && { password }) };
      return webhook ? callApi("PUT", `/webhooks/${webhook.id}`, body) : callApi("POST", "/webhooks", body);
    },
    onSent: onSaved,
    onRefused: (error, isAtField) => isAtField || toastFailure(messages.saveFailed, error),
    fieldOfCode: { wrong_password: "password", no_password: "password" },
    firstFocus: "name",
  });
  const { error } = form.getFieldState("events", form.formState);
  return (
    <FormDialog
      form={form}
      isOpen
      onClose={onClose}
      title={webhook ? messages.changeTitle : messages.addTitle}
      submitLabel={webhook ? messages.save : messages.add}
      busyLabel={messages.saving}
      cancelLabel={messages.cancel}
    >
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
      <FormField
        form={form}
        name="password"
        label={messages.password}
        hint={webhook ? messages.passwordHintOnChange : messages.passwordHint}
      >
        <Input type="password" autoComplete="current-password" />
      </FormField>
    </FormDialog>
  );
}
