import {
  apiKeyLifetimes,
  apiKeyScopes,
  apiKeyScopeWords,
  apiKeyMessages as messages,
} from "#shared/api-keys/api-key-messages.ts";
import { type ApiKeyScope, apiKeyFormSchema, type CreatedApiKey } from "#shared/api-keys/api-keys.ts";
import { ActionDialog, type DialogState } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";

export const apiKeysKey = ["api-keys"];

interface Values {
  name: string;
  scope: ApiKeyScope;
  days: number;
  password?: string | undefined;
}

export const MakeKey = ({ onMade, ...state }: DialogState & { onMade: (key: CreatedApiKey) => void }) => (
  <ActionDialog<Values, Values, CreatedApiKey>
    {...state}
    words={{
      ...{ title: messages.makeTitle, text: messages.makeText, submit: messages.make },
      ...{ busy: messages.making, failed: messages.makeFailed, cancel: messages.cancel },
    }}
    schema={apiKeyFormSchema}
    defaultValues={{ name: "", scope: "read", days: 90, password: "" }}
    send={({ password, ...key }) => callApi("POST", "/api-keys", { ...key, ...(password && { password }) })}
    fieldOfCode={{ wrong_password: "password", no_password: "password" }}
    firstFocus="name"
    onDone={onMade}
    invalidates={[apiKeysKey]}
  >
    {(form) => (
      <>
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
      </>
    )}
  </ActionDialog>
);
