import type { Session } from "#shared/session.ts";
import { useSession } from "#web/lib/use-session.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { EmailSection } from "./email-section.tsx";
import { GoogleSection } from "./google-section.tsx";
import { NameSection } from "./name-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { SectionSkeletons } from "./section-skeletons.tsx";
import { SessionsSection } from "./sessions-section.tsx";
import { TwoFactorSection } from "./two-factor/two-factor-section.tsx";
import { useAccount } from "./use-account.ts";
import { YourDataSection } from "./your-data/your-data-section.tsx";

export function AccountPage({ session }: { session: Session }) {
  return (
    <section aria-labelledby="account">
      <h2 id="account" className="d2 mb-8">
        Account
      </h2>
      <AccountSections session={session} />
    </section>
  );
}

function AccountSections({ session }: { session: Session }) {
  const { data: account, isPending, refetch } = useAccount();
  const state = useSession();
  // The stored snapshot lacks two-factor state.
  const isSnapshot = state.status === "signed-in" && state.isSnapshot;
  if (isPending || (account && isSnapshot)) return <SectionSkeletons />;
  if (!account) return <AccountFailed onRetry={() => refetch()} />;
  return (
    <div className="grid gap-12">
      <NameSection session={session} />
      <EmailSection session={session} account={account} />
      <PasswordSection session={session} account={account} />
      <TwoFactorSection session={session} account={account} />
      <SessionsSection account={account} />
      <GoogleSection session={session} account={account} />
      <YourDataSection session={session} account={account} />
    </div>
  );
}

function AccountFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      isCard
      picture="broken"
      title="Your account did not load"
      text="Something broke on the way. Trying again often helps."
      action={<Button onClick={onRetry}>Try again</Button>}
    />
  );
}
