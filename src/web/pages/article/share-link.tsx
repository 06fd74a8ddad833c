import { useSyncExternalStore } from "react";
import { cleanUrl, paths } from "#shared/paths.ts";
import { copyText } from "#web/lib/copy-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Copy, Share } from "#web/ui/icons.generated.ts";

/** Hands the article's address on: to the phone's own sheet where there is one, otherwise to the clipboard. */
export function ShareLink({ article }: { article: { slug: string; title: string } }) {
  const hasSheet = useSyncExternalStore(
    neverChanges,
    () => "share" in navigator && window.matchMedia("(pointer: coarse)").matches,
    () => false,
  );
  const address = () => cleanUrl(window.location.origin, paths.article(article.slug));
  return hasSheet ? (
    <Button variant="outline" isSmall className="article-share" onClick={() => share(article.title, address())}>
      <Share />
      Share
    </Button>
  ) : (
    <Button variant="outline" isSmall className="article-share" onClick={() => copy(address())}>
      <Copy />
      Copy link
    </Button>
  );
}

async function share(title: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, url });
  } catch (error) {
    // Closing the sheet is an answer, not a failure.
    if (!(error instanceof DOMException && error.name === "AbortError")) await copy(url);
  }
}

const copy = (url: string) =>
  copyText(url, "The link", { title: "Link copied", description: "Whoever opens it sees this article." });

const neverChanges = () => () => {};
