import { freshSignInMessages } from "#shared/account/password-rules.ts";
import { apiKeyScopes, apiKeyScopeWords, apiKeyMessages as messages } from "#shared/api-keys/api-key-messages.ts";
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
      ...{
        title: "Make an API key",
        text: "All admins get an email about it. You can revoke it at any time. It also ends when you change your password, email address or second factor, or sign out everywhere else.",
        submit: messages.make,
      },
      ...{ busy: "Making...", failed: "No key was made", cancel: "Cancel" },
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
        <FormField form={form} name="name" label="Name" hint="The program that uses it, such as Mailing tool.">
          <Input autoComplete="off" required />
        </FormField>
        <FormField
          form={form}
          name="scope"
          label="Scope"
          hint="Choose Read unless the program has to change something."
        >
          <Select>
            {apiKeyScopes.map((scope) => (
              <option key={scope} value={scope}>
                {apiKeyScopeWords[scope]}
              </option>
            ))}
          </Select>
        </FormField>
        <FormField form={form} name="days" label="Expires after">
          <Select>
            {Object.entries(apiKeyLifetimes).map(([days, label]) => (
              <option key={days} value={days}>
                {label}
              </option>
            ))}
          </Select>
        </FormField>
        <FormField form={form} name="password" label="Password" hint={freshSignInMessages.hint}>
          <Input type="password" autoComplete="current-password" />
        </FormField>
      </>
    )}
  </ActionDialog>
);

/** Choices of the form, in days. */
const apiKeyLifetimes = {
  30: "30 days",
  90: "90 days",
  180: "180 days",
  365: "A year",
} as const;
