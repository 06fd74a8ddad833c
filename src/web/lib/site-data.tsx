import { createContext, type ReactNode, use, useContext, useEffect, useSyncExternalStore } from "react";

/** Fetches what the API answers at a path. @throws when it cannot be had. */
export type LoadSiteData = (path: string) => Promise<unknown>;

interface Entry {
  value?: unknown;
  /** Until there is a value. */
  pending?: Promise<unknown>;
  loadedAt: number;
}

/** Answers of the API that public pages show, by path. */
export interface SiteData {
  /** What is there already: undefined before the first answer. */
  peek: (path: string) => unknown;
  /** For `use`: the same promise until there is an answer. */
  load: (path: string) => Promise<unknown>;
  /** Fetches ahead what is not there yet. */
  prefetch: (path: string) => void;
  /** Reads again what is older than a minute, or given. */
  refresh: (path: string, olderThanMilliseconds?: number) => void;
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

  const fetchEntry = async (path: string): Promise<unknown> => {
    const value = await load(path);
    entries.set(path, { value, loadedAt: Date.now() });
    for (const listener of listeners) listener();
    return value;
  };
  /** A failure is shown; the next try requests it again. */
  const begin = (path: string): Promise<unknown> => {
    const pending = fetchEntry(path);
    entries.set(path, { pending, loadedAt: 0 });
    pending.catch(() => entries.delete(path));
    return pending;
  };
  return {
    peek: (path) => entries.get(path)?.value,
    load: (path) => entries.get(path)?.pending ?? begin(path),
    prefetch(path) {
      if (!entries.has(path)) void begin(path);
    },
    refresh(path, olderThan = freshMilliseconds) {
      const entry = entries.get(path);
      if (!entry || entry.pending || Date.now() - entry.loadedAt < olderThan) return;
      entry.loadedAt = Date.now();
      // What stands there stays.
      fetchEntry(path).catch(() => {});
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
  // After the other hooks: React forgets them where a component that has suspended does not ask again.
  return (answer ?? use(data.load(path))) as Answer;
}

/** For a change that this browser has just made. */
export function useReloadSiteData(): (path: string) => void {
  const data = useContext(SiteDataContext);
  return (path) => data?.refresh(path, 0);
}

/** Where the server puts what it rendered a document from. */
export const siteDataId = "site-data";
