import { useEffect } from "react";
import { signInMessages } from "#shared/account/sign-in-messages.ts";
import { pageUrl } from "#shared/paths.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";

interface GoogleButtonProps {
  wanted: string;
  isDisabled: boolean;
  isLeaving: boolean;
  onLeave: (isLeaving: boolean) => void;
}

export function GoogleButton({ wanted, isDisabled, isLeaving, onLeave }: GoogleButtonProps) {
  useEffect(() => whenShownAgain(() => onLeave(false)), [onLeave]);
  const leave = async () => {
    onLeave(true);
    try {
      const wish = { provider: "google", callbackURL: pageUrl("", wanted) };
      const { url } = await callApi<{ url: string }>("POST", "/auth/sign-in/social", wish);
      window.location.assign(url);
    } catch (error) {
      toast({ ...messageOf(error), variant: "destructive" });
      onLeave(false);
    }
  };
  return (
    <Button variant="outline" isFull disabled={isDisabled} onClick={leave} busyLabel={isLeaving && signInMessages.busy}>
      <GoogleMark />
      Continue with Google
    </Button>
  );
}

const messageOf = (error: unknown): { title: string; description: string } =>
  error instanceof ApiError
    ? {
        title: "Google Sign In Error",
        description: (error.isReadable && error.message) || signInMessages.google.fallback,
      }
    : signInMessages.unexpected;

/** The back/forward cache keeps the button busy. */
function whenShownAgain(work: () => void): () => void {
  const look = ({ persisted }: PageTransitionEvent) => persisted && work();
  window.addEventListener("pageshow", look);
  return () => window.removeEventListener("pageshow", look);
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
