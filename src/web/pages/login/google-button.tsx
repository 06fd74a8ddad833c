import { pageUrl, paths } from "#shared/paths.ts";
import { signInMessages } from "#shared/sign-in-messages.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";

interface GoogleButtonProps {
  isLeaving: boolean;
  onLeave: (isLeaving: boolean) => void;
}

/** Leaves for Google, which comes back to the members area. */
export function GoogleButton({ isLeaving, onLeave }: GoogleButtonProps) {
  const leave = async () => {
    onLeave(true);
    try {
      const wish = { provider: "google", callbackURL: pageUrl("", paths.members) };
      const { url } = await callApi<{ url: string }>("POST", "/auth/sign-in/social", wish);
      window.location.assign(url);
    } catch (error) {
      toast({ ...messageOf(error), variant: "destructive" });
      onLeave(false);
    }
  };
  return (
    <Button variant="line" isFull onClick={leave} busyLabel={isLeaving && signInMessages.busy}>
      <GoogleMark />
      Continue with Google
    </Button>
  );
}

function messageOf(error: unknown): { title: string; description: string } {
  if (!(error instanceof ApiError)) return signInMessages.unexpected;
  // A club without sign-in by Google has no such call.
  const description = error.problem.code === "not_found" ? signInMessages.google.fallback : error.message;
  return { title: signInMessages.google.title, description };
}

function GoogleMark() {
  return (
    <svg
      className="lucide"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M20 12h-8M20 12a8 8 0 1 1-2.6-5.9" />
    </svg>
  );
}
