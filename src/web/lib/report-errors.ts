const mostReports = 5;
let reports = 0;

/** What nobody caught goes to the club's log: without session, query and hash. */
export function reportErrors(): void {
  window.addEventListener("error", ({ error, message }) => reportError(error ?? message));
  window.addEventListener("unhandledrejection", ({ reason }) => reportError(reason));
}

export function reportError(error: unknown): void {
  if (!navigator.onLine || ++reports > mostReports) return;
  const { name = "", message, stack = "" } = error instanceof Error ? error : { message: String(error) };
  const { hash, pathname } = window.location;
  const body = JSON.stringify({
    name: name.slice(0, 60),
    message: message.slice(0, 300) || "?",
    stack: stack.slice(0, 1500),
    path: (hash.slice(1) || pathname).split(/[?#]/)[0]?.slice(0, 200) ?? "",
    build: import.meta.url.split("/").at(-1)?.slice(0, 100) ?? "",
  });
  const headers = { "content-type": "application/json" };
  fetch("/api/client-errors", { method: "POST", body, headers, keepalive: true, credentials: "omit" }).catch(() => {});
}
