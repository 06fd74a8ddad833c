import { paths } from "#shared/paths.ts";
import { buttonClass, Button } from "#web/ui/button.tsx";
import { RouteLink } from "#web/ui/route-link.tsx";
import { useSignOut } from "#web/lib/session.ts";

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
