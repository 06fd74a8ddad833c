import {
  apiKeyLifetimes,
  apiKeyScopes,
  apiKeyScopeWords,
  apiKeyMessages as messages,
} from "#shared/api-keys/api-key-messages.ts";
import { type ApiKeyScope, apiKeyFormSchema, type CreatedApiKey } from "#shared/api-keys/api-keys.ts";
import { callApi } from "#web/lib/api.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { toastFailure } from "#web/ui/toast.ts";

interface Values {
  name: string;
  scope: ApiKeyScope;
  days: number;
  password?: string | undefined;
}

export function MakeKey({ onClose, onMade }: { onClose: () => void; onMade: (key: CreatedApiKey) => void }) {
  const form = useApiForm<Values, CreatedApiKey>({
    schema: apiKeyFormSchema,
    defaultValues: { name: "", scope: "read", days: 90, password: "" },
    send: ({ password, ...key }) => callApi("POST", "/api-keys", { ...key, ...(password && { password }) }),
    onSent: onMade,
    onRefused: (error, isAtField) => isAtField || toastFailure(messages.makeFailed, error),
    fieldOfCode: { wrong_password: "password", no_password: "password" },
    firstFocus: "name",
  });
  return (
    <FormDialog
      form={form}
      isOpen
      onClose={onClose}
      title={messages.makeTitle}
      text={messages.makeText}
      submitLabel={messages.make}
      busyLabel={messages.making}
      cancelLabel={messages.cancel}
    >
      <FormField form={form} name="name" label={messages.name} hint={messages.nameHint}>
        <Input autoComplete="off" required />
      </FormField>
      <FormField form={form} name="scope" label={messages.scope} hint={messages.scopeHint}>
        <Select>
          {apiKeyScopes.map((scope) => (
            <option key={scope} value={scope}>
              {apiKeyScopeWords[scope]}
            </option>
          ))}
        </Select>
      </FormField>
      <FormField form={form} name="days" label={messages.lifetime}>
        <Select>
          {Object.entries(apiKeyLifetimes).map(([days, label]) => (
            <option key={days} value={days}>
              {label}
            </option>
          ))}
        </Select>
      </FormField>
      <FormField form={form} name="password" label={messages.password} hint={messages.passwordHint}>
        <Input type="password" autoComplete="current-password" />
      </FormField>
    </FormDialog>
  );
}
