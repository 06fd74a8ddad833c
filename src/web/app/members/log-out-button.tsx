import { useSignOut } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";

export function LogOutButton() {
  return (
    <Button variant="outline" isSmall onClick={useSignOut()}>
      Log out
    </Button>
  );
}
