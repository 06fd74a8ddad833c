import { useState } from "react";
import { apiKeyScopes, apiKeyScopeWords, apiKeyMessages as messages } from "#shared/api-keys/api-key-messages.ts";
import { type ApiKey, type ApiKeyScope, apiKeyFormSchema, type CreatedApiKey } from "#shared/api-keys/api-keys.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { ActionDialog, type DialogState } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { formatDateTime, longDate } from "#web/lib/format.ts";
import { ListScreen } from "#web/lib/list-screen.tsx";
import { SecretDialog } from "#web/lib/secret-dialog.tsx";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";
import type { RecordColumn } from "#web/ui/record-table.tsx";
import { Select } from "#web/ui/select.tsx";

export function ApiKeys() {
  const [made, setMade] = useState<CreatedApiKey>();
  return (
    <div>
      <ListScreen<ApiKey>
        title="API keys"
        isBlock
        path="/api-keys"
        noun="keys"
        loading="Loading the API keys"
        tools={
          <DialogOpener
            button={(open) => (
              <Button variant="outline" isSmall onClick={open}>
                {messages.make}
              </Button>
            )}
            dialog={(state) => <MakeKey {...state} onMade={setMade} />}
          />
        }
        above={
          <p className="muted mb-4 max-w-(--measure)">
            A program of yours calls the club with a key, with your rights as far as its scope goes. No key can move
            money, decide what needs two people or who becomes a member, open statements or sealed records, change how
            somebody signs in, or make keys.
          </p>
        }
        caption="API keys, the newest first"
        columns={columns}
        empty={{ title: "No API keys", text: "Make one for a program that has to read or change what the club holds." }}
      />
      {made && (
        <SecretDialog
          title="Copy your key now"
          text="Copy this key now. We cannot show it again. The club keeps a hash of it, from which nobody can get it back."
          label={made.name}
          secret={made.key}
          copyLabel="Copy"
          copied="The key is on your clipboard."
          doneLabel="Done"
          onClose={() => setMade(undefined)}
        />
      )}
    </div>
  );
}

const tones: Record<ApiKey["state"], BadgeTone> = { active: "live", expired: "over", revoked: "over" };

const columns: RecordColumn<ApiKey>[] = [
  {
    header: "Name",
    className: "wrap-anywhere",
    cell: ({ name, last_four }) => (
      <>
        <span className="font-[550]">{name}</span>
        <span className="note block font-normal">Ends in {last_four}</span>
      </>
    ),
  },
  { header: "Made by", className: "wrap-anywhere", cell: ({ owner_name }) => owner_name },
  { header: "Scope", isPlain: true, cell: ({ scope }) => apiKeyScopeWords[scope] },
  {
    header: "State",
    isBeside: true,
    cell: ({ state }) => (
      <Badge tone={tones[state]} isPlain>
        {apiKeyStateWords[state]}
      </Badge>
    ),
  },
  { header: "Expires", className: "num whitespace-nowrap", cell: ({ expires_at }) => longDate(expires_at) },
  {
    header: "Last used",
    className: "num whitespace-nowrap",
    cell: ({ last_used_at }) => (last_used_at ? formatDateTime(last_used_at) : "Never"),
  },
  { header: "Actions", isActions: true, cell: (key) => <Revoke apiKey={key} /> },
];

function Revoke({ apiKey: { id, name, can } }: { apiKey: ApiKey }) {
  if (!can.revoke) return null;
  return (
    <ActionButton
      method="DELETE"
      path={`/api-keys/${id}`}
      variant="danger"
      label="Revoke"
      labelEnd={name}
      busy="Revoking..."
      confirm={{
        title: `Revoke the key ${name}?`,
        text: "Programs that use it are refused from now on. It cannot be brought back.",
      }}
      done={{ title: "Key revoked", description: "Programs that use it are refused from now on." }}
      failed="The key was not revoked"
      invalidates={[apiKeysKey]}
    />
  );
}

const apiKeysKey = ["api-keys"];

interface Values {
  name: string;
  scope: ApiKeyScope;
  days: number;
  password?: string | undefined;
}

const MakeKey = ({ onMade, ...state }: DialogState & { onMade: (key: CreatedApiKey) => void }) => (
  <ActionDialog<Values, Values, CreatedApiKey>
    {...state}
    words={{
      title: "Make an API key",
      text: "All admins get an email about it. You can revoke it at any time. It also ends when you change your password, email address or second factor, or sign out everywhere else.",
      submit: messages.make,
      busy: "Making...",
      failed: "No key was made",
    }}
    schema={apiKeyFormSchema}
    defaultValues={{ name: "", scope: "read", days: 90 }}
    send={(key) => callApi("POST", "/api-keys", key)}
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

const apiKeyStateWords = { active: "Active", expired: "Expired", revoked: "Revoked" } as const;
