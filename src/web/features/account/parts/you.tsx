import { useQuery } from "@tanstack/react-query";
import type { Account } from "#shared/account/account.ts";
import type { Session } from "#shared/account/session.ts";
import { paths } from "#shared/paths.ts";
import { IntroductionSettingsSection } from "#web/features/introductions/introduction-settings.tsx";
import { ownProfileQuery } from "#web/features/profiles/own-records.ts";
import { AccountForm } from "#web/lib/account-form.tsx";
import { AccountPart, AccountRow, AccountSection } from "#web/ui/account-section.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { LinkButton } from "#web/ui/link.tsx";
import { AppearanceSection } from "../appearance-section.tsx";
import { EmailRow } from "../email-row.tsx";
import { useNameForm } from "../use-name-form.ts";
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
