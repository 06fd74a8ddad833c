import { lazy, type MouseEvent, Suspense, useEffect, useState } from "react";
import type { Account } from "#shared/account/account.ts";
import { accountMessages } from "#shared/account/account-messages.ts";
import type { Session } from "#shared/account/session.ts";
import { fileStem } from "#shared/slug.ts";
import { CollapsibleForm } from "#web/lib/account-form.tsx";
import { copySecret } from "#web/lib/copy-text.ts";
import { longDate } from "#web/lib/format.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { loadSession } from "#web/lib/session.ts";
import { useAccountChange } from "#web/lib/use-account.ts";
import { useClub } from "#web/lib/use-club.ts";
import { AccountRow, needsPassword, useSectionFocus } from "#web/ui/account-section.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { FocusedSection } from "#web/ui/focused-section.tsx";
import { Copy, Download } from "#web/ui/icons.generated.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import type { TwoFactorSetup } from "./authenticator-setup.tsx";
import { PasswordPrompt } from "./password-prompt.tsx";

interface TwoFactorRowProps {
  session: Session;
  account: Account;
}

export function TwoFactorRow({ session: { user }, account }: TwoFactorRowProps) {
  /** Shown until saved. */
  const [codes, setCodes] = useState<string[] | null>(null);
  const factor = user.factors.find(({ status }) => status === "verified");
  const { has_password, is_two_factor_required, recovery_codes_left } = account;
  const offState = has_password
    ? "Off. Once it is on, signing in also asks for a code from an app on your phone, and you are signed out everywhere else."
    : `Off. ${needsPassword("set it up")}`;
  return (
    <AccountRow
      heading="Two-factor"
      anchor="two-factor"
      state={factor ? `${factor.friendly_name}, on. ${codesLeft(recovery_codes_left)}` : offState}
      act={
        !codes &&
        (factor ? (
          <CollapsibleForm label="Manage" what="two-factor sign-in" isSmall>
            {(close) => (
              <TwoFactorOn email={user.email} isRequired={is_two_factor_required} onCodes={setCodes} onCancel={close} />
            )}
          </CollapsibleForm>
        ) : (
          has_password && (
            <CollapsibleForm label="Set up" what="two-factor sign-in" isSmall>
              {(close) => <SetUpTwoFactor email={user.email} onDone={setCodes} onCancel={close} />}
            </CollapsibleForm>
          )
        ))
      }
    >
      {codes && <RecoveryCodes codes={codes} email={user.email} onSaved={() => setCodes(null)} />}
      {!codes && !factor && is_two_factor_required && (
        <Notice tone="warning" className="max-w-[40rem]">
          {accountMessages.twoFactor.setupRequiredHere}
        </Notice>
      )}
    </AccountRow>
  );
}

function codesLeft(count: number): string {
  if (count === 0) return "You have no recovery codes left. Make new ones, in case you lose the authenticator app.";
  const codes = count === 1 ? "1 recovery code" : `${count} recovery codes`;
  return `You have ${codes} left, in case you lose the authenticator app.`;
}

interface RecoveryCodesProps {
  codes: string[];
  email: string;
  onSaved: () => void;
}

/** Shown once. */
function RecoveryCodes({ codes, email, onSaved }: RecoveryCodesProps) {
  const club = useClub();
  const [isSaved, setSaved] = useState(false);
  const focusSection = useSectionFocus();
  const finish = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    onSaved();
    focusSection(currentTarget);
  };
  return (
    <FocusedSection label="Your recovery codes">
      <Card className="grid max-w-[40rem] gap-5 p-5 sm:p-7">
        <h4 className="d4">Your recovery codes</h4>
        <p>
          If you lose the authenticator app, each of these signs you in once. They are shown only now: keep them where
          you keep other things that matter, and not on the same phone.
        </p>
        <ol className="recovery-codes code" translate="no">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className="button-row">
          <Button
            variant="outline"
            isSmall
            onClick={() => copySecret(codes.join("\n"), "The recovery codes are on your clipboard.")}
          >
            <Copy />
            Copy codes
          </Button>
          <Button variant="outline" isSmall onClick={() => saveRecoveryCodes(codes, email, club.identity.name)}>
            <Download />
            Download as text file
          </Button>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4">
          <Checkbox label="I have saved them" checked={isSaved} onChange={({ target }) => setSaved(target.checked)} />
          <Button disabled={!isSaved} onClick={finish}>
            Hide the codes
          </Button>
        </div>
      </Card>
    </FocusedSection>
  );
}

function saveRecoveryCodes(codes: string[], email: string, clubName: string): void {
  const lines = [
    `Recovery codes for ${email} at ${clubName}, made on ${longDate(new Date().toISOString())}.`,
    "Each signs you in once, in place of the authenticator app's code.",
    "",
    ...codes,
    "",
  ];
  saveFile(`${fileStem(clubName)}-recovery-codes.txt`, "text/plain", lines.join("\n"));
}

/** Lazy: the QR code library is large. */
const loadAuthenticatorSetup = () => import("./authenticator-setup.tsx");
const AuthenticatorSetup = lazy(() =>
  loadAuthenticatorSetup().then((module) => ({ default: module.AuthenticatorSetup })),
);

interface SetUpTwoFactorProps {
  email: string;
  onDone: (codes: string[]) => void;
  onCancel: () => void;
}

function SetUpTwoFactor({ email, onDone, onCancel }: SetUpTwoFactorProps) {
  const [setup, setSetup] = useState<TwoFactorSetup | null>(null);
  const begin = useAccountChange<{ password: string }, TwoFactorSetup>("POST", "/auth/two-factor/enable");
  // Prefetch while the password is typed.
  useEffect(() => void loadAuthenticatorSetup().catch(() => {}), []);
  if (setup) {
    return (
      <Suspense fallback={<Skeleton className="h-80 max-w-[40rem]" />}>
        <AuthenticatorSetup setup={setup} onDone={() => onDone(setup.recovery_codes)} onCancel={onCancel} />
      </Suspense>
    );
  }
  return (
    <PasswordPrompt
      label="Set up two-factor sign-in"
      text="Please enter your password first. You also need an authenticator app on your phone."
      email={email}
      submitLabel="Confirm password"
      busyLabel="Checking..."
      send={begin}
      onSent={setSetup}
      onCancel={onCancel}
    />
  );
}

interface TwoFactorOnProps {
  email: string;
  isRequired: boolean;
  onCodes: (codes: string[]) => void;
  onCancel: () => void;
}

function TwoFactorOn({ email, isRequired, onCodes, onCancel }: TwoFactorOnProps) {
  const [wish, setWish] = useState<"renew" | "turn-off" | null>(null);
  const back = () => setWish(null);
  return (
    <div className="account-open">
      {wish === null && (
        <div className="button-row">
          <Button variant="outline" isSmall onClick={() => setWish("renew")}>
            Make new recovery codes
          </Button>
          <Button variant="danger" isSmall onClick={() => setWish("turn-off")}>
            Turn off two-factor sign-in
          </Button>
          <Button variant="ghost" isSmall onClick={onCancel}>
            Cancel
          </Button>
        </div>
      )}
      {wish === "renew" && <RenewRecoveryCodes email={email} onCodes={onCodes} onCancel={back} />}
      {wish === "turn-off" && <TurnOffTwoFactor email={email} isRequired={isRequired} onCancel={back} />}
    </div>
  );
}

interface RenewRecoveryCodesProps {
  email: string;
  onCodes: (codes: string[]) => void;
  onCancel: () => void;
}

function RenewRecoveryCodes({ email, onCodes, onCancel }: RenewRecoveryCodesProps) {
  const renew = useAccountChange<{ password: string }, { recovery_codes: string[] }>(
    "POST",
    "/auth/two-factor/generate-backup-codes",
  );
  return (
    <PasswordPrompt
      label="Make new recovery codes"
      text="The codes that you have now stop working, and you are signed out everywhere else."
      email={email}
      submitLabel="Make new codes"
      busyLabel="Making codes..."
      send={renew}
      onSent={({ recovery_codes }) => {
        toast({
          title: "You have new recovery codes",
          description: "The earlier ones do not work any more, and you are signed out everywhere else.",
        });
        onCodes(recovery_codes);
      }}
      onCancel={onCancel}
    />
  );
}

interface TurnOffTwoFactorProps {
  email: string;
  isRequired: boolean;
  onCancel: () => void;
}

function TurnOffTwoFactor({ email, isRequired, onCancel }: TurnOffTwoFactorProps) {
  const turnOff = useAccountChange<{ password: string }>("POST", "/auth/two-factor/disable");
  return (
    <PasswordPrompt
      label="Turn off two-factor sign-in"
      text={isRequired ? `${consequence} ${accountMessages.twoFactor.setupRequiredHere}` : consequence}
      email={email}
      submitLabel="Turn it off"
      busyLabel="Turning off..."
      variant="danger"
      send={turnOff}
      onSent={() => {
        toast({ title: "Two-factor sign-in is off", description: "You are signed out everywhere else." });
        return loadSession("USER_UPDATED");
      }}
      onCancel={onCancel}
    />
  );
}

const consequence =
  "From then on your password alone signs you in, and your recovery codes stop working. You are signed out everywhere else.";
