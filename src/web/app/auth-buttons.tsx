import { paths } from "#shared/paths.ts";
import { useSession, useSignOut } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link.tsx";

interface AuthButtonsProps {
  isSmall?: boolean;
  isFull?: boolean;
}

/** Renders nothing until the session is known. */
export function AuthButtons(look: AuthButtonsProps) {
  const { status } = useSession();
  const leave = useSignOut();
  if (status === "loading") return null;
  if (status === "signed-out") {
    return (
      <LinkButton to={paths.login} variant="outline" {...look}>
        Member Zone
      </LinkButton>
    );
  }
  return (
    <>
      <LinkButton to={paths.members} variant={look.isFull ? "secondary" : "ghost"} {...look}>
        Members
      </LinkButton>
      <Button variant="outline" onClick={leave} {...look}>
        Log out
      </Button>
    </>
  );
}
