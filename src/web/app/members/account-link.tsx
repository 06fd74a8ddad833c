import { Link } from "react-router";
import { paths } from "#shared/paths.ts";
import { buttonClass } from "#web/ui/button.tsx";

export function AccountLink({ isCurrent }: { isCurrent?: boolean }) {
  return (
    <Link
      to={paths.account}
      className={buttonClass({ variant: "ghost", isSmall: true })}
      aria-current={isCurrent ? "page" : undefined}
    >
      Account
    </Link>
  );
}
