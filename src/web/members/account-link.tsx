import { Link } from "react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { accountTab, memberAddress } from "./member-tabs.ts";

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
