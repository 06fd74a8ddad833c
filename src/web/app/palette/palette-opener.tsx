import "./palette.css";
import { Suspense, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { paletteMessages as messages } from "#shared/account/palette-messages.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { applyOfflinePage } from "#web/lib/offline-page.ts";
import { useBar } from "#web/lib/use-bar.ts";
import { Search } from "#web/ui/icons.generated.ts";
import { useWasOpen } from "#web/ui/use-was-open.ts";
import type { PaletteContext } from "./shortcuts.ts";
import { useShortcuts } from "./use-shortcuts.ts";

const palette = lazyPage(() => import("./palette.tsx").then((file) => file.Palette));
const shortcutList = lazyPage(() => import("./shortcut-list.tsx").then((file) => file.ShortcutList));

/** In the bar, beside the menu; listens for the keys. */
export function PaletteOpener(context: PaletteContext) {
  const [shown, setShown] = useState<"palette" | "list">();
  const wasPaletteOpen = useWasOpen(shown === "palette");
  const wasListOpen = useWasOpen(shown === "list");
  useShortcuts(context, { onSearch: () => setShown("palette"), onList: () => setShown("list") });
  useEffect(() => {
    if (import.meta.env.PROD) void applyOfflinePage();
  }, []);
  const close = () => setShown(undefined);
  const bar = useBar("bar-search");
  if (!bar) return null;
  return createPortal(
    <div className="palette-opener">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={() => void palette.load().catch(() => {})}
        onClick={() => setShown("palette")}
      >
        <Search aria-hidden="true" />
        <span>{messages.open}</span>
        <span className="key" aria-hidden="true">
          {isApple() ? "⌘ K" : "Ctrl K"}
        </span>
      </button>
      <Suspense>
        {wasPaletteOpen && (
          <Page
            page={palette}
            context={context}
            isOpen={shown === "palette"}
            onClose={close}
            onShortcuts={() => setShown("list")}
          />
        )}
        {wasListOpen && <Page page={shortcutList} place={context} isOpen={shown === "list"} onClose={close} />}
      </Suspense>
    </div>,
    bar,
  );
}

const isApple = (): boolean => /mac|iphone|ipad/i.test(navigator.platform);
