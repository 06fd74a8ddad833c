import { useState } from "react";
import { missingIn } from "#shared/profiles/own-profile-messages.ts";
import type { ShownProfile } from "#shared/profiles/profiles.ts";
import { Notice } from "#web/ui/notice.tsx";

interface ProfileHintProps {
  userId: string;
  profile: ShownProfile;
}

/** Until all is filled in, or its reader wants to see it no more, in this browser. */
export function ProfileHint({ userId, profile }: ProfileHintProps) {
  const key = `profile-hint:${userId}`;
  const [isDismissed, setDismissed] = useState(() => localStorage.getItem(key) === "off");
  const missing = missingIn(profile);
  if (isDismissed || missing.length === 0) return null;
  const dismiss = () => {
    localStorage.setItem(key, "off");
    setDismissed(true);
  };
  return (
    <Notice className="mb-6 max-w-[46rem]">
      {messages.text(missing)}{" "}
      <button type="button" className="text-link" onClick={dismiss}>
        <span>Do not show this again</span>
      </button>
    </Notice>
  );
}

const messages = {
  /** @param missing at least one. */
  text: (missing: readonly string[]) =>
    `Not filled in yet: ${missing.join(", ")}. Members find each other by expertise and location.`,
} as const;
