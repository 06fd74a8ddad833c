import { useState } from "react";
import { apiKeyScopeWords, apiKeyStateWords, apiKeyMessages as messages } from "#shared/api-keys/api-key-messages.ts";
import type { ApiKey, CreatedApiKey } from "#shared/api-keys/api-keys.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { formatDateTime, longDate } from "#web/lib/format.ts";
import { ListScreen } from "#web/lib/list-screen.tsx";
import { SecretDialog } from "#web/lib/secret-dialog.tsx";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import type { RecordColumn } from "#web/ui/record-table.tsx";
import { apiKeysKey, MakeKey } from "./make-key.tsx";

/** For admins: keys of programs. */
export function ApiKeys() {
  const [made, setMade] = useState<CreatedApiKey>();
  return (
    <>
      <ListScreen<ApiKey>
        title={messages.label}
        path="/api-keys"
        noun="keys"
        loading={messages.loading}
        failed={messages.failed}
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
        above={<p className="muted mb-4 max-w-(--measure)">{messages.about}</p>}
        caption={messages.caption}
        columns={columns}
        empty={{ title: messages.none, text: messages.noneText }}
      />
      {made && (
        <SecretDialog
          title={messages.madeTitle}
          text={messages.madeText}
          label={made.name}
          secret={made.key}
          copyLabel={messages.copy}
          copied={messages.copied}
          doneLabel={messages.done}
          onClose={() => setMade(undefined)}
        />
      )}
    </>
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
        <span className="note block font-normal">{messages.endsIn(last_four)}</span>
      </>
    ),
  },
  { header: "Made by", className: "wrap-anywhere", cell: ({ owner_name }) => owner_name },
  { header: "Scope", cell: ({ scope }) => apiKeyScopeWords[scope] },
  {
    header: "State",
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
    cell: ({ last_used_at }) => (last_used_at ? formatDateTime(last_used_at) : messages.neverUsed),
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
      label={messages.revoke}
      labelEnd={name}
      busy={messages.revoking}
      confirm={{ title: messages.revokeTitle(name), text: messages.revokeText, cancel: messages.keep }}
      done={messages.revoked}
      failed={messages.revokeFailed}
      invalidates={[apiKeysKey]}
    />
  );
}
