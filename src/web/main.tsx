import "#web/lib/without-eval.ts";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { App } from "#web/app/app.tsx";
import { loadPage } from "#web/app/site-pages.ts";
import { onLinkIntent } from "#web/lib/link-intent.ts";
import { startSession } from "#web/lib/session.ts";
import "#web/styles/index.css";

startSession();
onLinkIntent(({ pathname }) => void loadPage(pathname));
// Not awaited: pages import from this file's chunk, which would wait for them while they wait for it.
void show();

async function show(): Promise<void> {
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no element #root.");
  // Fetched while the app starts and asks who is signed in, not after.
  const page = loadPage(window.location.hash.slice(1).split(/[?#]/)[0] || "/");
  if (document.documentElement.classList.contains("is-elsewhere")) {
    root.replaceChildren();
    document.documentElement.classList.remove("is-elsewhere");
  } else {
    // The document already shows this page: the app takes its place once it can show the same.
    await page;
    // Fetched before, so that whoever writes goes on without a break.
    if (window.deeds) await fetchTakeOver();
    const former = [...root.children];
    window.addEventListener("arrived", () => void handDeedsOver(former, root), { once: true });
  }
  // In slices, so that the page which is there already answers meanwhile.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}

async function handDeedsOver(former: Element[], root: Element): Promise<void> {
  if (window.deeds) (await fetchTakeOver())?.handOver(former, root, window.deeds);
}

function fetchTakeOver() {
  return import("#web/lib/take-over.ts").catch(console.info);
}
