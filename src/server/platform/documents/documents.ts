import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import type { DocumentRenderer, ReadApi, RenderedDocument } from "#shared/document-renderer.ts";
import { londonDate } from "#shared/london-time.ts";
import { paths } from "#shared/paths.ts";
import type { Brand } from "#shared/settings/brand-colours.ts";
import { brandStyles, inBrandColours } from "#shared/settings/dark-brand-colours.ts";
import type { HttpEnvironment } from "../http/http-context.ts";
import { type CompressedDocument, sendDocument, toDocument } from "./compressed-document.ts";
import { loadRenderer } from "./load-renderer.ts";

/** Personalised pages, rendered by the app only. */
const appOnly = [
  paths.setup,
  paths.forgotPassword,
  paths.resetPassword,
  paths.signInLink,
  paths.useSignInLink,
  paths.verifyEmail,
  paths.confirmEmailChange,
  paths.confirmNewsletter,
  paths.unsubscribeNewsletter,
  paths.unsubscribe,
  paths.companyAccount,
  paths.companyUpdate,
  paths.adviser,
  paths.members,
  `${paths.members}/*`,
];

interface Given {
  /** Read with the first request for a page, so that the API runs without it. */
  builtRoot: string;
  appUrl: string;
  contentRevision: () => string;
  /** Decides what holds today. */
  now: () => Date;
  readApi: ReadApi;
}

/** The public pages at their clean addresses, with sitemap, feed and robots.txt, rendered when they are first asked for. */
export function documents({ builtRoot, appUrl, contentRevision, now, readApi }: Given): Hono<HttpEnvironment> {
  const today = createToday(now);
  const revision = () => `${contentRevision()} ${today()}`;
  const cached = createDocumentCache(revision);
  const read = createReadCache(readApi, revision);
  let loading: Promise<DocumentRenderer> | undefined;
  const app = new Hono<HttpEnvironment>();
  for (const path of appOnly) app.get(path, toApp);
  app.get("*", async (c, next) => {
    const path = c.req.path.replace(/(?<=.)\/$/, "");
    loading ??= loadRenderer(builtRoot, appUrl);
    const { find, notFound } = await loading;
    const render = await find(path, read);
    if (render) return sendDocument(c, await cached(path, () => render(read)));
    const isPageWanted = !extname(path) && c.req.header("accept")?.includes("text/html");
    return isPageWanted ? sendDocument(c, await cached("not found", () => notFound(read)), 404) : next();
  });
  return app;
}

const minuteMilliseconds = 60_000;

/** London's date, formatted once a minute: it takes longer than to send a document. */
function createToday(now: () => Date): () => string {
  let minute = Number.NaN;
  let today = "";
  return () => {
    const present = now();
    const presentMinute = Math.floor(present.getTime() / minuteMilliseconds);
    if (presentMinute !== minute) today = londonDate(present);
    minute = presentMinute;
    return today;
  };
}

/**
 * Asks the API once for each path per revision of the content.
 * @param contentRevision the present one.
 */
function createReadCache(read: ReadApi, contentRevision: () => string): ReadApi {
  let revision: string | undefined;
  let answers = new Map<string, Promise<unknown>>();
  return (path) => {
    if (revision !== contentRevision()) {
      revision = contentRevision();
      answers = new Map();
    }
    const known = answers.get(path);
    if (known) return known;
    const of = answers;
    const answer = read(path);
    of.set(path, answer);
    // The next page asks for a failed one again.
    answer.catch(() => of.get(path) === answer && of.delete(path));
    return answer;
  };
}

/** Kept encoded: decoded it could contain header line breaks. */
function toApp(c: Context) {
  const { pathname, search } = new URL(c.req.url);
  return c.redirect(`/#${pathname}${search}`);
}

interface Cached {
  revision: string;
  document: Promise<CompressedDocument>;
}

/**
 * Renders each document once per revision of the content, however many ask for it meanwhile.
 * @param contentRevision the present one.
 */
export function createDocumentCache(contentRevision: () => string) {
  const cache = new Map<string, Cached>();
  return (key: string, render: () => Promise<RenderedDocument>): Promise<CompressedDocument> => {
    const revision = contentRevision();
    const cached = cache.get(key);
    if (cached?.revision === revision) return cached.document;
    const document = render().then(({ content, type }) => toDocument(content, type));
    cache.set(key, { revision, document });
    // The next request tries a failed document again.
    document.catch(() => cache.get(key)?.document === document && cache.delete(key));
    return document;
  };
}

const aYear = "public, max-age=31536000, immutable";
const askFirst = "no-cache";

/**
 * The drawings of the pages in the club's own colours. Browsers ask for them again, since the colours may change while the name of the
 * file stays.
 */
export function drawings(builtRoot: string, readBrand: () => Promise<Brand>) {
  const cached = createDocumentCache(() => "");
  return createMiddleware<HttpEnvironment>(async (c, next) => {
    const [, name] = /^\/assets\/([\w-]+\.svg)$/.exec(c.req.path) ?? [];
    const brand = name && (await readBrand());
    if (!brand || brandStyles(brand) === "") return next();
    const key = `${name} ${brand.main_colour} ${brand.accent_colour}`;
    const drawing = await cached(key, async () => ({
      content: inBrandColours(await readFile(join(builtRoot, "web", "assets", name), "utf8"), brand),
      type: "image/svg+xml",
    })).catch(() => undefined);
    return drawing ? sendDocument(c, drawing) : next();
  });
}

/** Hashed names are cached for a year, others revalidated. */
export function assets(builtRoot: string) {
  const serve = serveStatic<HttpEnvironment>({ root: join(builtRoot, "web"), precompressed: true });
  return createMiddleware<HttpEnvironment>((c, next) => {
    c.header("cache-control", c.req.path.startsWith("/assets/") ? aYear : askFirst);
    return serve(c, next);
  });
}
