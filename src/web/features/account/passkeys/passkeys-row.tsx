import { useState } from "react";
import type { Account } from "#shared/account/account.ts";
import { passkeyMessages, signsFrom } from "#shared/account/passkey-messages.ts";
import { type Passkey, type PasskeyCreation, type PasskeyName, passkeyNameSchema } from "#shared/account/passkeys.ts";
import { shortMoment } from "#shared/london-time.ts";
import { AccountForm, CollapsibleForm, useAccountForm } from "#web/lib/account-form.tsx";
import { callApi } from "#web/lib/api.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { createPasskey, hasPasskeys } from "#web/lib/passkeys.ts";
import { serverNow } from "#web/lib/server-time.ts";
import { currentSession } from "#web/lib/session.ts";
import { useAccountChange, useRemoval } from "#web/lib/use-account.ts";
import { AccountRow, useSectionFocus } from "#web/ui/account-section.tsx";
import { ConfirmButton } from "#web/ui/confirm-button.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { toast } from "#web/ui/toast.ts";

const columns: RecordColumn<Passkey>[] = [
  { header: "Name", className: "w-full", cell: (passkey) => <NameCell passkey={passkey} /> },
  { header: "Last used", isBeside: true, cell: (passkey) => <LastUseCell passkey={passkey} /> },
  { header: "Actions", isActions: true, cell: (passkey) => <RemoveCell passkey={passkey} /> },
];

export function PasskeysRow({ account: { passkeys, sessions } }: { account: Account }) {
  const device = sessions.find(({ is_current }) => is_current)?.device ?? "";
  return (
    <AccountRow
      heading="Passkeys"
      anchor="passkeys"
      state={stateOf(passkeys)}
      act={
        hasPasskeys() && (
          <CollapsibleForm label={passkeyMessages.add} isSmall>
            {(close) => <PasskeyForm device={device} onClose={close} />}
          </CollapsibleForm>
        )
      }
    >
      {passkeys.length > 0 && (
        <RecordTable caption="Passkeys, the newest first" columns={columns} rows={passkeys} rowKey={({ id }) => id} />
      )}
    </AccountRow>
  );
}

function stateOf(passkeys: readonly Passkey[]): string {
  if (!hasPasskeys()) return "This browser offers no passkeys here.";
  if (passkeys.length > 0) return passkeys.length === 1 ? "You have one." : `You have ${passkeys.length}.`;
  return "A passkey signs you in with your fingerprint, your face or the PIN of your device, without a password and without a code.";
}

function NameCell({ passkey: { id, name, created_at } }: { passkey: Passkey }) {
  const [isRenaming, setRenaming] = useState(false);
  const from = signsFrom([{ created_at }], serverNow().getTime());
  if (isRenaming) return <PasskeyNameForm id={id} name={name} onClose={() => setRenaming(false)} />;
  return (
    <>
      <span className="font-[550] wrap-anywhere">{name}</span>{" "}
      <button type="button" className="text-link small" onClick={() => setRenaming(true)}>
        <span>
          {passkeyMessages.rename}
          <span className="sr-only"> {name}</span>
        </span>
      </button>
      <span className="note num block font-normal">
        Added {formatDateTime(created_at)}
        {from && currentSession().session?.role === "admin" && (
          <span className="block">{passkeyMessages.signsFrom(shortMoment(from))}</span>
        )}
      </span>
    </>
  );
}

interface PasskeyNameFormProps {
  id: string;
  name: string;
  onClose: () => void;
}

function PasskeyNameForm({ id, name, onClose }: PasskeyNameFormProps) {
  const form = useAccountForm<PasskeyName, Passkey>({
    schema: passkeyNameSchema,
    defaultValues: { name },
    send: useAccountChange("PUT", `/account/passkeys/${id}`),
    onSent: () => {
      toast({ title: "Passkey renamed" });
      onClose();
    },
    firstFocus: "name",
  });
  return (
    <AccountForm
      label={`${passkeyMessages.rename} ${name}`}
      form={form}
      submitLabel="Save name"
      busyLabel="Saving..."
      onCancel={onClose}
    >
      <FormField form={form} name="name" label={passkeyMessages.name}>
        <Input autoComplete="off" required />
      </FormField>
    </AccountForm>
  );
}

function LastUseCell({ passkey: { last_used_at } }: { passkey: Passkey }) {
  return (
    <span className="note num inline-block min-w-[5rem] whitespace-nowrap">
      {last_used_at ? formatDateTime(last_used_at) : "Never"}
    </span>
  );
}

function RemoveCell({ passkey: { id, name } }: { passkey: Passkey }) {
  const { remove, isRemoving } = useRemoval(`/account/passkeys/${id}`, passkeyMessages.removed);
  const focusSection = useSectionFocus();
  const confirm = async (close: () => void) => {
    const isRemoved = await remove();
    close();
    if (isRemoved) focusSection(null);
  };
  return (
    <ConfirmButton
      label="Remove"
      labelEnd={name}
      title={`Remove the passkey ${name}?`}
      text="It stops signing you in, and you are signed out everywhere else. Delete it on your device as well."
      busyLabel={isRemoving && "Removing..."}
      variant="danger"
      onConfirm={confirm}
    />
  );
}

interface PasskeyFormProps {
  /** The passkey is called this until somebody calls it something else. */
  device: string;
  onClose: () => void;
}

function PasskeyForm({ device, onClose }: PasskeyFormProps) {
  const add = useAccountChange<object, Passkey>("POST", "/account/passkeys");
  const form = useAccountForm<PasskeyName, Passkey>({
    schema: passkeyNameSchema,
    defaultValues: { name: device },
    send: async ({ name }) => {
      const creation = await callApi<PasskeyCreation>("POST", "/account/passkeys/options");
      return add({ name, credential: await createPasskey(creation) });
    },
    onSent: () => {
      toast({ title: "Passkey added", description: "It signs you in from now on." });
      onClose();
    },
    firstFocus: "name",
  });
  return (
    <AccountForm
      label={passkeyMessages.add}
      form={form}
      submitLabel={passkeyMessages.add}
      busyLabel="Adding..."
      onCancel={onClose}
    >
      <FormField
        form={form}
        name="name"
        label={passkeyMessages.name}
        hint="So that you know it again, such as Phone or Work laptop."
      >
        <Input autoComplete="off" required />
      </FormField>
    </AccountForm>
  );
}
