import type { ReactNode } from "react";
import type { Account } from "#shared/account/account.ts";
import { useIsSnapshot } from "#web/lib/session.ts";
import { useAccount } from "#web/lib/use-account.ts";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { Skeleton, Skeletons } from "#web/ui/skeleton.tsx";

/** The sections of a part of the account that need it. */
export function WithAccount({ children }: { children: (account: Account) => ReactNode }) {
  const { data: account, isPending, refetch } = useAccount();
  const isSnapshot = useIsSnapshot();
  if (isPending || (account && isSnapshot)) return <SectionSkeletons />;
  if (account) return children(account);
  return (
    <LoadFailed
      title="Your account could not be loaded"
      text="Something broke on the way. Trying again often helps."
      onRetry={() => refetch()}
    />
  );
}

const SectionSkeletons = () => (
  <Skeletons label="Loading your account" className="grid gap-4">
    <Skeleton className="h-6 w-40" />
    <Skeleton className="h-12" />
    <Skeleton className="h-12" />
    <Skeleton className="h-12" />
  </Skeletons>
);
