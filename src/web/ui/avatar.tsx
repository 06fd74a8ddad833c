import { useState } from "react";
import { UserRound } from "./icons.generated.ts";

interface AvatarProps {
  name: string;
  imageUrl?: string | null;
  size?: "small" | "regular" | "large";
}

/** Hidden from screen readers: the name is beside it. */
export function Avatar({ name, imageUrl, size = "regular" }: AvatarProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  // The content security policy blocks plain http, which would log an error.
  const isShown = imageUrl && imageUrl !== brokenUrl && !/^http:/i.test(imageUrl);
  return (
    <span className={`avatar avatar-${size} avatar-${groundOf(name)}`} aria-hidden="true">
      {isShown ? (
        <img src={imageUrl} alt="" loading="lazy" referrerPolicy="no-referrer" onError={() => setBrokenUrl(imageUrl)} />
      ) : (
        initials(name) || <UserRound />
      )}
    </span>
  );
}

/** Returns one to five; the same for the same name everywhere. */
function groundOf(name: string): number {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return (hash % 5) + 1;
}

const titles = /^(?:(?:dr|mr|mrs|ms|miss|mx|prof|professor|sir|dame|lord|lady|rev)\.?\s+)+/i;

/** At most two capitals, of the name without its titles. */
export function initials(fullName: string): string {
  const words = fullName.trim().replace(titles, "").split(/\s+/).filter(Boolean).slice(0, 2);
  return words.map((word) => firstLetter(word).toLocaleUpperCase("en-GB")).join("");
}

/** The first letter of “Bart” in quotes is B; a word without a letter gives its first character. */
const firstLetter = (word: string): string => /\p{L}\p{M}*/u.exec(word)?.[0] ?? [...word][0] ?? "";
