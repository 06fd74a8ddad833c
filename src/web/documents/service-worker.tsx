import { renderToStaticMarkup } from "react-dom/server";
import { brandColours } from "#shared/settings/brand-colours.ts";
import { darkBrandColours } from "#shared/settings/dark-brand-colours.ts";

import type { Club } from "#shared/settings/settings.ts";

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
      "content-security-policy": \`default-src 'none'; script-src 'nonce-\${nonce}'; style-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'\`,
    },
  });
}
`;

const offlinePage = ({ identity, brand }: Club): string =>
  `<!doctype html>${renderToStaticMarkup(
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${messages.title} | ${identity.name}`}</title>
        <style>{stylesOf(brand)}</style>
        <script>{script}</script>
      </head>
      <body>
        <main>
          <p className="club">{identity.name}</p>
          <h1>{messages.title}</h1>
          <p>{identity.name} cannot be reached from here. Check your connection, then try again.</p>
          <p>Pages stay readable only while they are open: once closed or loaded again, they need a connection.</p>
          <button type="button">Try again</button>
        </main>
      </body>
    </html>,
  )}`;

/**
 * The theme that was chosen, before the first paint. Reloaded rather than linked: the address of a screen is in its hash, which a
 * link would leave out or not load. A browser says that it is online before anything can be reached, and says nothing when the
 * server is back, so that the page asks by itself.
 */
const script =
  "try{document.documentElement.dataset.theme=localStorage.getItem('theme')??''}catch{}" +
  "const retry=()=>location.reload();addEventListener('online',retry);" +
  "setInterval(()=>fetch('/readyz').then(({ok})=>{if(ok)retry()},()=>{}),5000);" +
  "addEventListener('DOMContentLoaded',()=>{document.querySelector('button').onclick=retry});";

const darkColours = {
  paper: "#171511",
  ink: "#f4efe6",
  "ink-2": "#cfc7b8",
  ember: "#ee6c36",
  "pine-fill": "#31785b",
  "pine-fill-hover": "#2b6a50",
};

/**
 * Colours of src/web/styles/theme.css, which it cannot fetch. Nor can it fetch fonts: it uses the design's fallback fonts.
 */
function stylesOf(brand: Club["brand"]): string {
  const colours = brandColours(brand);
  const light = { ...colours, paper: "#fbf8f3", ink: "#1b1a17", "ink-2": "#4a463e" };
  const dark = { ...darkColours, ...darkBrandColours(brand) };
  const used = Object.keys(darkColours) as (keyof typeof darkColours)[];
  const rules = (scheme: string, values: Record<(typeof used)[number], string>) =>
    `color-scheme:${scheme};${used.map((name) => `--${name}:${values[name]}`).join(";")}`;
  return (
    `:root{${rules("light", light)}}` +
    `@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${rules("dark", dark)}}}` +
    `:root[data-theme=dark]{${rules("dark", dark)}}` +
    "body{display:grid;align-items:center;min-height:100dvh;margin:0;padding:2rem clamp(1.25rem,8vw,7rem);box-sizing:border-box;background:var(--paper);color:var(--ink-2);font:1rem/1.6 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}" +
    "main{max-width:38rem;overflow-wrap:anywhere}" +
    ".club,h1{font-family:'Iowan Old Style',Palatino,'Palatino Linotype',Georgia,serif;color:var(--ink)}" +
    ".club{display:flex;align-items:center;gap:.65rem;margin:0 0 3.5rem;font-size:1.5rem;line-height:1.1;letter-spacing:-.018em}" +
    ".club::before{content:'';flex:none;width:5px;height:24px;border-radius:5px;background:var(--ember);rotate:8deg}" +
    "h1{margin:0 0 1rem;font-size:clamp(2.5rem,1.9rem + 2.6vw,4rem);font-weight:400;line-height:1.05;letter-spacing:-.02em;text-wrap:balance}" +
    "p{max-width:32rem;margin:.75rem 0;text-wrap:pretty}" +
    "button{min-height:48px;margin-top:1.25rem;padding:0 1.5rem;border:0;border-radius:4px;background:var(--pine-fill);color:#fff;font:inherit;font-weight:600;cursor:pointer}" +
    "button:hover{background:var(--pine-fill-hover)}" +
    "button:focus-visible{outline:2px solid var(--ink);outline-offset:3px}"
  );
}

const messages = {
  title: "You are offline",
} as const;
