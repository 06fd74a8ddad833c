import { Link } from "react-router";
import { accountTab, memberAddress } from "#web/lib/member-tabs.ts";
import { buttonClass } from "#web/ui/button.tsx";

export function AccountLink({ isCurrent }: { isCurrent?: boolean }) {
  return (
    <Link
      to={memberAddress(accountTab.value)}
      className={buttonClass({ variant: "quiet", isSmall: true })}
      aria-current={isCurrent ? "page" : undefined}
    >
      {accountTab.label}
    </Link>
  );
}
