import { useNavigate } from "react-router";
import { paths } from "#shared/paths.ts";
import { toast } from "#web/ui/toast.ts";
import { signOut } from "./session.ts";

/** @returns signs out and goes to the home page, or says that the person is still signed in. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    try {
      await signOut();
      // Whoever leaves on purpose leaves nothing behind: drafts are for sessions that end by themselves.
      sessionStorage.clear();
      navigate(paths.home);
    } catch (error) {
      const description = error instanceof Error ? error.message : undefined;
      toast({ title: "You are still signed in", description, variant: "destructive" });
    }
  };
}
