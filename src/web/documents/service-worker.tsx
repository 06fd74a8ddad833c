import { renderToStaticMarkup } from "react-dom/server";
import { offlinePageMessages as messages } from "#shared/offline-page-messages.ts";
import type { Club } from "#shared/settings.ts";

/**
 * Network first, and nothing cached: where a page cannot be fetched, it answers with the one it has within itself. With
 * another text the script is another one, which browsers fetch with the next page and which takes over at once.
 */
export const serviceWorker = (club: Club): string => `const page = ${JSON.stringify(offlinePage(club))};
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([clients.claim(), registration.navigationPreload?.enable()]));
});
addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (mode !== "navigate" || method !== "GET" || new URL(url).pathname.startsWith("/api/")) return;
  event.respondWith(load(event).catch(showOffline));
});
async function load({ request, preloadResponse }) {
  return (await preloadResponse) ?? fetch(request);
}
function showOffline() {
  const nonce = crypto.randomUUID();
  return new Response(page.replace("<script>", \`<script nonce="\${nonce}">\`), {
    status: 503,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": \`default-src 'none'; script-src 'nonce-\${nonce}'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'\`,
    },
  });
}
`;

const offlinePage = ({ identity }: Club): string =>
  `<!doctype html>${renderToStaticMarkup(
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${messages.title} | ${identity.name}`}</title>
        <style>{styles}</style>
      </head>
      <body>
        <main>
          <p className="club">{identity.name}</p>
          <h1>{messages.title}</h1>
          <p>{messages.text(identity.name)}</p>
          <p>{messages.kept}</p>
          <button type="button">{messages.retry}</button>
        </main>
        <script>{script}</script>
      </body>
    </html>,
  )}`;

/** Reloaded rather than linked: the address of a screen is in its hash, which a link would leave out or not load. */
const script =
  "const retry=()=>location.reload();document.querySelector('button').onclick=retry;addEventListener('online',retry);";

/** Colours of src/web/styles/theme.css, which it cannot fetch. */
const styles =
  ":root{color-scheme:light dark;--ground:#fbf8f3;--ink:#1b1a17;--ink-2:#4a463e;--fill:#1f4d3a}" +
  "@media (prefers-color-scheme:dark){:root{--ground:#171511;--ink:#f4efe6;--ink-2:#cfc7b8;--fill:#31785b}}" +
  "body{display:grid;place-items:center;min-height:100dvh;margin:0;padding:1.5rem;box-sizing:border-box;background:var(--ground);color:var(--ink-2);font:1rem/1.6 system-ui,sans-serif}" +
  "main{max-width:26rem;overflow-wrap:anywhere}.club{font-weight:600;color:var(--ink)}h1{margin:.5rem 0;color:var(--ink);font:400 2.25rem/1.1 Georgia,serif}p{margin:.75rem 0}" +
  "button{min-height:3rem;margin-top:.75rem;padding:0 1.5rem;border:0;border-radius:4px;background:var(--fill);color:#fff;font:600 1rem system-ui,sans-serif;cursor:pointer}" +
  "button:focus-visible{outline:2px solid var(--ink);outline-offset:3px}";
