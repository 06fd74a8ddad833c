import { createContext, type ReactNode, use, useCallback, useContext, useEffect, useSyncExternalStore } from "react";

/** Fetches what the API answers at a path. @throws when it cannot be had. */
export type LoadSiteData = (path: string) => Promise<unknown>;

interface Entry {
  value?: unknown;
  /** Of the first answer, also once it is there; none for what the document brought. */
  first?: Promise<unknown>;
  loadedAt: number;
}

/** Answers of the API that public pages show, by path. */
export interface SiteData {
  /** The cached answer: undefined before the first one. */
  peek: (path: string) => unknown;
  /** For `use`: always the same promise, also once there is an answer; none for what the document brought. */
  first: (path: string) => Promise<unknown> | undefined;
  /** Fetches ahead what is not there yet. */
  prefetch: (path: string) => void;
  /** Reads again what is older than a minute, or given. */
  refresh: (path: string, olderThanMilliseconds?: number) => void;
  /** Forgets every answer but one, which is shown now and is read again. */
  forgetOthers: (path: string) => void;
  subscribe: (listener: () => void) => () => void;
  /** Every answer that was read, for the document. */
  toJson: () => Record<string, unknown>;
}

const freshMilliseconds = 60_000;

/** @param initial answers by path, as `toJson` gives them. */
export function createSiteData(load: LoadSiteData, initial: Record<string, unknown> = {}): SiteData {
  const entries = new Map<string, Entry>();
  const listeners = new Set<() => void>();
  for (const [path, value] of Object.entries(initial)) entries.set(path, { value, loadedAt: Date.now() });

  const keep = (path: string, value: unknown) => {
    entries.set(path, { ...entries.get(path), value, loadedAt: Date.now() });
    for (const listener of listeners) listener();
  };
  /** A failure is shown; the next try requests it again. */
  const begin = (path: string): Promise<unknown> => {
    const first: Promise<unknown> = load(path).then((value) => {
      // React marks a promise like this once it has waited for it: the next render does not suspend.
      Object.assign(first, { status: "fulfilled", value });
      // An answer that was forgotten meanwhile is dropped.
      if (entries.get(path)?.first === first) keep(path, value);
      return value;
    });
    entries.set(path, { first, loadedAt: 0 });
    first.catch(() => entries.delete(path));
    return first;
  };
  const refresh = (path: string, olderThan = freshMilliseconds) => {
    const entry = entries.get(path);
    if (!entry || !("value" in entry) || Date.now() - entry.loadedAt < olderThan) return;
    entry.loadedAt = Date.now();
    // The cached value is kept on failure.
    load(path).then(
      (value) => entries.has(path) && keep(path, value),
      () => {},
    );
  };
  return {
    peek: (path) => entries.get(path)?.value,
    first: (path) => (entries.has(path) ? entries.get(path)?.first : begin(path)),
    prefetch(path) {
      if (!entries.has(path)) void begin(path);
    },
    refresh,
    forgetOthers(kept) {
      for (const path of entries.keys()) if (path !== kept) entries.delete(path);
      refresh(kept, 0);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    toJson: () =>
      Object.fromEntries([...entries].flatMap(([path, entry]) => ("value" in entry ? [[path, entry.value]] : []))),
  };
}

const SiteDataContext = createContext<SiteData | null>(null);

export const SiteDataProvider = ({ data, children }: { data: SiteData; children: ReactNode }) => (
  <SiteDataContext value={data}>{children}</SiteDataContext>
);

/** @param path of the API, such as "/settings", whose answer anybody may read. */
export function useSiteData<Answer>(path: string): Answer {
  const data = useContext(SiteDataContext);
  if (!data) throw new Error("There is no SiteDataProvider.");
  const peek = () => data.peek(path);
  const answer = useSyncExternalStore(data.subscribe, peek, peek);
  useEffect(() => data.refresh(path), [data, path]);
  // Asked in each render: where a component that has suspended does not ask again, React takes the hooks after this one for
  // those of an update (its error 467).
  const promise = data.first(path);
  const first = promise && use(promise);
  return (answer ?? first) as Answer;
}

/**
 * Reads again what is old, for what stays on screen while people go from page to page: at each new place, in a tab that is
 * looked at again, and almost at once for somebody who has just signed in.
 */
export function useFreshSiteData(path: string, place: string, userId: string): void {
  const data = useContext(SiteDataContext);
  useEffect(() => {
    if (place) data?.refresh(path);
  }, [data, path, place]);
  useEffect(() => {
    // Data from a document of the last 3 seconds is fresh.
    if (userId) data?.refresh(path, 3000);
  }, [data, path, userId]);
  useEffect(() => {
    const look = () => document.visibilityState === "visible" && data?.refresh(path);
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [data, path]);
}

export function useReloadSiteData(): (path: string) => void {
  const data = useContext(SiteDataContext);
  return useCallback((path) => data?.refresh(path, 0), [data]);
}

/** Forgets after a change of all that public pages show: see `forgetOthers`. */
export function useForgetSiteData(): (shown: string) => void {
  const data = useContext(SiteDataContext);
  return useCallback((shown) => data?.forgetOthers(shown), [data]);
}

/** The server puts the data that it rendered a document from into this element. */
export const siteDataId = "site-data";
