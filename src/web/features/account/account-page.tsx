import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import type { Account } from "#shared/account/account.ts";
import type { Session } from "#shared/account/session.ts";
import { ownProfileQuery } from "#web/features/profiles/own-records.ts";
import { AccountForm } from "#web/lib/account-form.tsx";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { useIsSnapshot } from "#web/lib/session.ts";
import { useAccount } from "#web/lib/use-account.ts";
import { AccountSection } from "#web/ui/account-section.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { Skeleton, Skeletons } from "#web/ui/skeleton.tsx";
import { useSectionOfAddress } from "#web/ui/use-section-of-address.ts";
import { ViewHead } from "#web/ui/view-head.tsx";
import { EmailSection } from "./email-section.tsx";
import { GoogleSection } from "./google-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";
import { TwoFactorSection } from "./two-factor/two-factor-section.tsx";
import { useNameForm } from "./use-name-form.ts";

const ownTier = lazyPage(() => import("#web/features/people/own-tier-section.tsx").then((file) => file.OwnTierSection));
const investorRecord = lazyPage(() =>
  import("#web/features/investor-records/own-record-section.tsx").then((file) => file.OwnRecordSection),
);
const preferences = lazyPage(() =>
  import("#web/features/notices/preferences-section.tsx").then((file) => file.PreferencesSection),
);
const introductions = lazyPage(() =>
  import("#web/features/introductions/introduction-settings.tsx").then((file) => file.IntroductionSettingsSection),
);
const passkeys = lazyPage(() => import("./passkeys/passkeys-section.tsx").then((file) => file.PasskeysSection));
const appearance = lazyPage(() => import("./appearance-section.tsx").then((file) => file.AppearanceSection));
const yourData = lazyPage(() => import("./your-data/your-data-section.tsx").then((file) => file.YourDataSection));

export function AccountPage({ session }: { session: Session }) {
  return (
    <section aria-labelledby="account">
      <ViewHead id="account" title="Account" />
      <AccountSections session={session} />
    </section>
  );
}

function AccountSections({ session }: { session: Session }) {
  const { data: account, isPending, refetch } = useAccount();
  const isSnapshot = useIsSnapshot();
  if (isPending || (account && isSnapshot)) return <SectionSkeletons />;
  if (!account) return <AccountFailed onRetry={() => refetch()} />;
  return <LoadedSections session={session} account={account} />;
}

function LoadedSections({ session, account }: { session: Session; account: Account }) {
  return (
    <div ref={useSectionOfAddress()} className="grid gap-7">
      <NameSection session={session} />
      <EmailSection session={session} account={account} />
      <PasswordSection session={session} account={account} />
      <Suspense>
        <Page page={passkeys} session={session} account={account} />
      </Suspense>
      <TwoFactorSection session={session} account={account} />
      <SessionsSection account={account} />
      <GoogleSection session={session} account={account} />
      {session.membership_status === "approved" && (
        <Suspense>
          <Page page={ownTier} />
        </Suspense>
      )}
      <Suspense>
        <Page page={investorRecord} session={session} />
      </Suspense>
      {session.membership_status === "approved" && (
        <Suspense>
          <Page page={preferences} />
        </Suspense>
      )}
      {session.membership_status === "approved" && (
        <Suspense>
          <Page page={introductions} />
        </Suspense>
      )}
      <Suspense>
        <Page page={appearance} />
      </Suspense>
      <Suspense>
        <Page page={yourData} session={session} account={account} />
      </Suspense>
    </div>
  );
}

function NameSection({ session }: { session: Session }) {
  // An admin may have approved it since the tab first asked.
  const { data: profile } = useQuery({
    ...ownProfileQuery,
    staleTime: 0,
    enabled: session.membership_status === "approved",
  });
  const form = useNameForm(session.user.user_metadata.full_name ?? "");
  return (
    <AccountSection heading="Name">
      <AccountForm label="Name" form={form} submitLabel="Save name" busyLabel="Saving...">
        <FormField
          form={form}
          name="full_name"
          label="Full name"
          hint={
            profile
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

function AccountFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <LoadFailed
      title="Your account did not load"
      text="Something broke on the way. Trying again often helps."
      onRetry={onRetry}
    />
  );
}

function SectionSkeletons() {
  return (
    <Skeletons label="Loading your account" className="grid gap-7">
      <div className="rail">
        <div className="side">
          <Skeleton className="h-4 w-28" />
        </div>
        <div className="main grid max-w-[28rem] gap-3">
          <Skeleton className="h-3 w-24" />
          <Skeleton className="h-12" />
          <Skeleton className="h-12 w-36" />
        </div>
      </div>
    </Skeletons>
  );
}
