import { useState } from "react";
import { initials } from "#shared/member-profiles.ts";

interface AvatarProps {
  name: string;
  imageUrl?: string | null;
  size?: "small" | "regular" | "large";
}

/** A person's picture, or initials on one of five grounds. It stands beside the name, so it says nothing itself. */
export function Avatar({ name, imageUrl, size = "regular" }: AvatarProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  return (
    <span className={`avatar avatar-${size} avatar-${groundOf(name)}`} aria-hidden="true">
      {imageUrl && imageUrl !== brokenUrl ? (
        <img src={imageUrl} alt="" loading="lazy" referrerPolicy="no-referrer" onError={() => setBrokenUrl(imageUrl)} />
      ) : (
        initials(name)
      )}
    </span>
  );
}

/** One to five; the same for the same name everywhere. */
function groundOf(name: string): number {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return (hash % 5) + 1;
}
