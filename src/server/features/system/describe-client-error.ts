import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { paths } from "#shared/paths.ts";
import type { ClientError, clientErrorInputSchema } from "#shared/system/system.ts";

/**
 * What is kept of an error of a browser: its name, the text where the browser or this program writes it, and the places in our
 * files. Everything else may hold what somebody typed, or what a stranger wants in the log.
 */
export function describeClientError(
  { name, message, stack, path, build }: z.output<typeof clientErrorInputSchema>,
  builtRoot: string,
): ClientError {
  const scripts = listScripts(builtRoot);
  return {
    message: `${nameOf(name, message, stack)}: ${knownText(message) ?? "text not kept"}`,
    stack: framesIn(stack ?? "", scripts) || null,
    path: knownPath(path),
    build: [...scriptsIn(build, scripts)][0] ?? "unknown",
  };
}

const names = [
  "AbortError",
  "AggregateError",
  "ApiError",
  "DataCloneError",
  "DOMException",
  "EvalError",
  "InvalidStateError",
]
  .concat(["NetworkError", "NotAllowedError", "NotFoundError", "QuotaExceededError", "RangeError", "ReferenceError"])
  .concat(["SecurityError", "SyntaxError", "TimeoutError", "TypeError", "URIError"]);

/** Browsers put it before the text or at the head of the stack; an older page sends it nowhere else. */
function nameOf(...texts: (string | undefined)[]): string {
  return names.find((name) => texts.some((text) => text === name || text?.startsWith(`${name}:`))) ?? "Error";
}

/** Beginnings and ends of the texts of the three engines and of our own; what stands beside them is left out. */
const beginnings = [
  "Cannot destructure property",
  "Cannot read properties of null",
  "Cannot read properties of undefined",
  "Cannot set properties of null",
  "Cannot set properties of undefined",
  "Failed to fetch dynamically imported module",
  "Failed to fetch",
  "Importing a module script failed",
  "Load failed",
  "Maximum call stack size exceeded",
  "NetworkError when attempting to fetch resource",
  "ResizeObserver loop",
  "Script error",
  "The page has no element #root.",
  "A tab has no screen that this person may open.",
  "There is no SiteDataProvider.",
  "Unable to preload CSS",
  "Unexpected end of JSON input",
  "Unexpected token",
  "can't access property",
  "error loading dynamically imported module",
  "null is not an object",
  "out of memory",
  "too much recursion",
  "undefined is not a function",
  "undefined is not an object",
];
const ends = [
  "is not a constructor",
  "is not a function",
  "is not defined",
  "is not iterable",
  "is null",
  "is undefined",
];

function knownText(message: string): string | undefined {
  const text = message.replace(/^(Uncaught )?(\w+: )?/, "").trim();
  return (
    /^Minified React error #\d{1,4}\b/.exec(text)?.[0] ??
    beginnings.find((beginning) => text.startsWith(beginning)) ??
    ends.find((end) => text.replace(/\.$/, "").endsWith(end))
  );
}

const framesIn = (stack: string, scripts: ReadonlySet<string>): string =>
  stack
    .split("\n")
    .flatMap((line) => {
      const [script] = scriptsIn(line, scripts);
      const place = /:(\d{1,6}):(\d{1,6})\D*$/.exec(line);
      return script && place ? [`${script}:${place[1]}:${place[2]}`] : [];
    })
    .join("\n")
    .slice(0, 2000);

/** Our own by their name before the hash: a page of the release before has another one. */
function* scriptsIn(text: string, scripts: ReadonlySet<string>): Generator<string> {
  for (const [script, stem = ""] of text.matchAll(/\b([a-z][a-z0-9-]{0,60})-[A-Za-z0-9_-]{6,12}\.js\b/g)) {
    if (scripts.has(stem)) yield script;
  }
}

const kept = new Map<string, ReadonlySet<string>>();

function listScripts(builtRoot: string): ReadonlySet<string> {
  let scripts = kept.get(builtRoot);
  if (!scripts) {
    const files = readdirSync(join(builtRoot, "web", "assets"));
    scripts = new Set(files.flatMap((file) => /^(.+)-[A-Za-z0-9_-]{6,12}\.js$/.exec(file)?.[1] ?? []));
    kept.set(builtRoot, scripts);
  }
  return scripts;
}

const fixedPaths = new Set(
  Object.values(paths).flatMap((path) => (typeof path === "string" ? path.split(/[?#]/)[0] : [])),
);

/** The slug of an article or a company is left out, and what is no page of ours. */
function knownPath(path: string): string {
  const [plain = ""] = path.split(/[?#]/);
  if (fixedPaths.has(plain)) return plain;
  return [paths.article("…"), paths.investment("…")].find((known) => plain.startsWith(known.slice(0, -1))) ?? "/…";
}
