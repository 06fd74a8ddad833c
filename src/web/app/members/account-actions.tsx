import { paths } from "#shared/paths.ts";
import { useSignOut } from "#web/lib/session.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { RouteLink } from "#web/ui/route-link.tsx";

export function AccountLink({ isCurrent }: { isCurrent?: boolean }) {
  return (
    <RouteLink
      to={paths.account}
      className={buttonClass({ variant: "ghost", isSmall: true })}
      aria-current={isCurrent ? "page" : undefined}
    >
      Account
    </RouteLink>
  );
}

export function LogOutButton() {
  return (
    <Button variant="outline" isSmall onClick={useSignOut()}>
      Log out
    </Button>
  );
}
