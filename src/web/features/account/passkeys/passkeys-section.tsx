import { useState } from "react";
import type { Account } from "#shared/account/account.ts";
import { passkeyMessages } from "#shared/account/passkey-messages.ts";
import type { Passkey } from "#shared/account/passkeys.ts";
import type { Session } from "#shared/account/session.ts";
import { CollapsibleForm } from "#web/lib/account-form.tsx";
import { formatDateTime } from "#web/lib/format.ts";
import { hasPasskeys } from "#web/lib/passkeys.ts";
import { useRemoval } from "#web/lib/use-account.ts";
import { AccountSection, useSectionFocus } from "#web/ui/account-section.tsx";
import { ConfirmButton } from "#web/ui/confirm-button.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { PasskeyForm } from "./passkey-form.tsx";
import { PasskeyNameForm } from "./passkey-name-form.tsx";

const columns: RecordColumn<Passkey>[] = [
  { header: "Name", className: "w-full", cell: (passkey) => <NameCell passkey={passkey} /> },
  { header: "Last used", cell: (passkey) => <LastUseCell passkey={passkey} /> },
  { header: "Actions", isActions: true, cell: (passkey) => <RemoveCell passkey={passkey} /> },
];

interface PasskeysSectionProps {
  session: Session;
  account: Account;
}

export function PasskeysSection({ session: { user }, account: { passkeys, has_password } }: PasskeysSectionProps) {
  return (
    <AccountSection heading={passkeyMessages.heading}>
      <div className="grid gap-5">
        <p className="muted max-w-(--measure)">{passkeyMessages.about}</p>
        {passkeys.length > 0 && (
          <RecordTable caption={passkeyMessages.caption} columns={columns} rows={passkeys} rowKey={({ id }) => id} />
        )}
        {hasPasskeys() ? (
          <CollapsibleForm label={passkeyMessages.add}>
            {(close) => <PasskeyForm email={user.email} hasPassword={has_password} onClose={close} />}
          </CollapsibleForm>
        ) : (
          <p className="muted">{passkeyMessages.unsupportedHere}</p>
        )}
      </div>
    </AccountSection>
  );
}

function NameCell({ passkey: { id, name, created_at } }: { passkey: Passkey }) {
  const [isRenaming, setRenaming] = useState(false);
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
      <span className="note num block font-normal">{passkeyMessages.added(formatDateTime(created_at))}</span>
    </>
  );
}

function LastUseCell({ passkey: { last_used_at } }: { passkey: Passkey }) {
  return (
    <span className="note num inline-block min-w-[5rem] whitespace-nowrap">
      {last_used_at ? formatDateTime(last_used_at) : passkeyMessages.neverUsed}
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
      label={passkeyMessages.remove}
      labelEnd={name}
      title={passkeyMessages.removeTitle(name)}
      text={passkeyMessages.removeText}
      cancelLabel={passkeyMessages.keep}
      busyLabel={isRemoving && passkeyMessages.removing}
      variant="danger"
      onConfirm={confirm}
    />
  );
}
