import { useNavigate } from "react-router";
import { paths } from "#shared/paths.ts";
import { signOut } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";

export function LogOutButton() {
  const navigate = useNavigate();
  const leave = async () => {
    try {
      await signOut();
      navigate(paths.home);
    } catch (error) {
      const description = error instanceof Error ? error.message : undefined;
      toast({ title: "You are still signed in", description, variant: "destructive" });
    }
  };
  return (
    <Button variant="line" isSmall onClick={leave}>
      Log out
    </Button>
  );
}
