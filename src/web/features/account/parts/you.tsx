import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef } from "react";
import { type Account, emailChangeInputSchema } from "#shared/account/account.ts";
import type { Session } from "#shared/account/session.ts";
import { paths } from "#shared/paths.ts";
import { useNameForm } from "#web/features/account/ask-name.tsx";
import { IntroductionSettingsSection } from "#web/features/introductions/introduction-settings.tsx";
import { ownProfileQuery } from "#web/features/profiles/own-records.ts";
import { AccountForm, CollapsibleForm, UsernameField, useAccountForm } from "#web/lib/account-form.tsx";
import { formatDateTime } from "#web/lib/format.ts";
import { areLettersOn, switchLetters } from "#web/lib/letter-shortcuts.ts";
import { isOfflinePageOn, switchOfflinePage } from "#web/lib/offline-page.ts";
import { loadSession } from "#web/lib/session.ts";
import { useAccountChange } from "#web/lib/use-account.ts";
import { AccountPart, AccountRow, AccountSection, needsPassword } from "#web/ui/account-section.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { Input } from "#web/ui/input.tsx";
import { LinkButton } from "#web/ui/link.tsx";
import { toast } from "#web/ui/toast.ts";
import { DeleteButton } from "../delete-button.tsx";
import { ThemeChoice } from "../theme-choice.tsx";
import { WithAccount } from "../with-account.tsx";

export function You({ session }: { session: Session }) {
  return (
    <AccountPart title="You">
      <WithAccount>{(account) => <Sections session={session} account={account} />}</WithAccount>
    </AccountPart>
  );
}

function Sections({ session, account }: { session: Session; account: Account }) {
  const isApproved = session.membership_status === "approved";
  // An admin may have approved it since the tab first asked.
  const { data: profile } = useQuery({ ...ownProfileQuery, staleTime: 0, enabled: isApproved });
  return (
    <>
      <NameSection session={session} hasProfile={Boolean(profile)} />
      <AccountSection heading="Email and profile">
        <div className="account-rows">
          <EmailRow session={session} account={account} />
          {isApproved && <ProfileRow hasProfile={profile && true} />}
        </div>
      </AccountSection>
      {isApproved && <IntroductionSettingsSection />}
      <AppearanceSection />
    </>
  );
}

function NameSection({ session, hasProfile }: { session: Session; hasProfile: boolean }) {
  const form = useNameForm(session.user.user_metadata.full_name ?? "");
  return (
    <AccountSection heading="Name">
      <AccountForm label="Name" form={form} submitLabel="Save name" busyLabel="Saving...">
        <FormField
          form={form}
          name="full_name"
          label="Full name"
          hint={
            hasProfile
              ? "The club and its members call you by the name in your profile. Change that one under Edit Profile."
              : "The club calls you this until you submit a profile, which has a name of its own."
          }
        >
          <Input autoComplete="name" required />
        </FormField>
      </AccountForm>
    </AccountSection>
  );
}

/** The photo and what members read are in the profile. */
function ProfileRow({ hasProfile }: { hasProfile: boolean | null | undefined }) {
  if (hasProfile === undefined) return null;
  return (
    <AccountRow
      heading="Profile"
      state={
        hasProfile
          ? "Photo, description and links, as members see them in the directory"
          : "You are not in the directory yet"
      }
      act={
        <LinkButton to={hasProfile ? paths.editProfile : paths.submitProfile} variant="outline" isSmall>
          {hasProfile ? "Edit Profile" : "Submit Profile"}
        </LinkButton>
      }
    />
  );
}

function AppearanceSection() {
  return (
    <AccountSection heading="Appearance">
      <div className="grid gap-4">
        <div className="max-w-[28rem]">
          <ThemeChoice hint="Kept in this browser, for the club's public pages too. Paper and emails stay light." />
        </div>
        <BrowserSwitch
          label="Use shortcuts of single letters"
          hint="Such as G and then E for the events, and ? for the list. Ctrl K, or ⌘ K, searches either way. Kept in this browser."
          isOn={areLettersOn()}
          onSwitch={switchLetters}
        />
        {navigator.serviceWorker && (
          <BrowserSwitch
            label="Show the club’s own page when there is no connection"
            hint="Your browser keeps that one page and nothing of yours. Kept in this browser."
            isOn={isOfflinePageOn()}
            onSwitch={switchOfflinePage}
          />
        )}
      </div>
    </AccountSection>
  );
}

interface BrowserSwitchProps {
  label: string;
  hint: string;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
}

/** Kept in this browser, at once. A device without a keyboard has no use for it. */
function BrowserSwitch({ label, hint, isOn, onSwitch }: BrowserSwitchProps) {
  const hintId = useId();
  return (
    <div className="for-keyboards">
      <Checkbox
        label={label}
        defaultChecked={isOn}
        aria-describedby={hintId}
        onChange={({ target }) => onSwitch(target.checked)}
      />
      <p className="field-hint max-w-(--measure)" id={hintId}>
        {hint}
      </p>
    </div>
  );
}

interface EmailRowProps {
  session: Session;
  account: Account;
}

function EmailRow({ session: { user }, account: { email_change, has_password } }: EmailRowProps) {
  useFinishedChange(email_change !== null);
  return (
    <AccountRow
      heading="Email"
      state={
        <>
          Your email address is <b>{user.email}</b>.{!email_change && !has_password && ` ${needsPassword("change it")}`}
        </>
      }
      act={
        !email_change &&
        has_password && (
          <CollapsibleForm label="Change" what="email" isSmall>
            {(close) => <EmailForm email={user.email} onCancel={close} />}
          </CollapsibleForm>
        )
      }
    >
      {email_change && <PendingEmailChange email={user.email} change={email_change} />}
    </AccountRow>
  );
}

/** No longer pending: refetch the session for the new address. */
function useFinishedChange(isPending: boolean): void {
  const wasPending = useRef(isPending);
  useEffect(() => {
    if (wasPending.current && !isPending) void loadSession("USER_UPDATED");
    wasPending.current = isPending;
  }, [isPending]);
}

interface PendingEmailChangeProps {
  email: string;
  change: NonNullable<Account["email_change"]>;
}

function PendingEmailChange({ email, change }: PendingEmailChangeProps) {
  return (
    <Card className="grid max-w-[40rem] gap-4 p-5 sm:p-6">
      <p>
        It changes to <b className="font-semibold wrap-anywhere">{change.new_email}</b> once you have confirmed it with
        the links in both emails. You are then signed out everywhere else.
      </p>
      <ul className="grid border-t border-line">
        <End address={email} isConfirmed={change.is_old_confirmed} />
        <End address={change.new_email} isConfirmed={change.is_new_confirmed} />
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="note num">The links work until {formatDateTime(change.expires_at)}.</p>
        <DeleteButton
          path="/account/email-changes"
          done={{ title: "The change of email was cancelled" }}
          busyLabel="Cancelling..."
          variant="danger"
        >
          Cancel the change
        </DeleteButton>
      </div>
    </Card>
  );
}

function End({ address, isConfirmed }: { address: string; isConfirmed: boolean }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 border-b border-line py-3">
      <span className="min-w-0 wrap-anywhere">{address}</span>
      {isConfirmed ? <Badge tone="live">Confirmed</Badge> : <Badge tone="waiting">Not confirmed yet</Badge>}
    </li>
  );
}

interface EmailFormProps {
  email: string;
  onCancel: () => void;
}

function EmailForm({ email, onCancel }: EmailFormProps) {
  const form = useAccountForm({
    schema: emailChangeInputSchema,
    defaultValues: { new_email: "", password: "" },
    send: useAccountChange("POST", "/account/email-changes"),
    onSent: () => {
      forgetDraft();
      toast({
        title: "Two emails are on their way",
        description: "The address changes once you have confirmed it with the link in each.",
      });
    },
    fieldOfCode: { wrong_password: "password", email_taken: "new_email" },
    firstFocus: "new_email",
  });
  const { forgetDraft } = useDraft(`email-change-draft:${email}`, form);
  return (
    <AccountForm label="Change email" form={form} submitLabel="Change email" busyLabel="Sending..." onCancel={onCancel}>
      <UsernameField email={email} />
      <FormField
        form={form}
        name="new_email"
        label="New email"
        hint="We write to both addresses. The change happens once you have confirmed it from each."
      >
        <Input type="email" autoComplete="off" required />
      </FormField>
      <FormField form={form} name="password" label="Password">
        <Input type="password" autoComplete="current-password" required />
      </FormField>
    </AccountForm>
  );
}
