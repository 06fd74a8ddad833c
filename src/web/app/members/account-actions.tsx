import { paths } from "#shared/paths.ts";
import { useSignOut } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { RouteLink } from "#web/ui/route-link.tsx";

export const AccountLink = ({ isCurrent }: { isCurrent?: boolean | undefined }) => (
  <RouteLink to={paths.account} className="account-link" aria-current={isCurrent ? "page" : undefined}>
    Account
  </RouteLink>
);

export function LogOutButton() {
  return (
    <Button variant="outline" isSmall onClick={useSignOut()}>
      Log out
    </Button>
  );
}
