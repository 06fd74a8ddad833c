import { useSignOut } from "#web/lib/use-sign-out.ts";
import { Button } from "#web/ui/button.tsx";

export function LogOutButton() {
  return (
    <Button variant="outline" isSmall onClick={useSignOut()}>
      Log out
    </Button>
  );
}
