import { queryOptions } from "@tanstack/react-query";
import type { OpenedDocument, PageText } from "#shared/deals/deal-room.ts";
import { ApiError, callApi, fetchFile, isRetryable } from "#web/lib/api.ts";
import { downloadFile } from "#web/lib/download-button.tsx";

/** Of the API, such as "/open-deals/…/documents/…". */
type Path = string;

interface Refusable {
  path: Path;
  /** Called with every failure. */
  onRefused: (error: unknown) => void;
}

const openDocument = (path: Path) => callApi<OpenedDocument>("POST", `${path}/openings`);

/** Recorded: sent once, and again only after a failure. Its key is apart from the deals', which are fetched again. */
export const openingQuery = ({ path, onRefused }: Refusable) =>
  queryOptions({
    queryKey: ["document-opening", path],
    queryFn: () => told(openDocument(path), onRefused),
    ...fetchedOnce,
  });

interface PageAsked extends Refusable {
  openingId: string;
  number: number;
}

/** A page as a data address, which the content security policy allows. */
export const pageQuery = ({ path, openingId, number, onRefused }: PageAsked) =>
  queryOptions({
    queryKey: ["document-page", openingId, number],
    queryFn: ({ signal }) => told(readPage(`${path}/pages/${number}?opening=${openingId}`, signal), onRefused),
    ...fetchedOnce,
  });

/** A reader who cannot see the page gets its text. */
export const pageTextQuery = ({ path, openingId, number, onRefused }: PageAsked) =>
  queryOptions({
    queryKey: ["document-page-text", openingId, number],
    queryFn: ({ signal }) =>
      told(callApi<PageText>("GET", `${path}/pages/${number}/text?opening=${openingId}`, undefined, signal), onRefused),
    ...fetchedOnce,
  });

/** Recorded as an opening, too. */
export async function downloadDocument(path: Path): Promise<void> {
  const { opening_id } = await openDocument(path);
  await downloadFile("GET", `${path}/file?opening=${opening_id}`);
}

export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.problem.code === "not_found";

const retryLimit = 3;

/** Held while it is shown, and not longer. */
const fetchedOnce = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnReconnect: true,
  retry: (failures: number, error: Error) => navigator.onLine && isRetryable(error) && failures < retryLimit,
  retryDelay,
} as const;

/** In milliseconds: after what the server asks for, else longer each time. */
export function retryDelay(failures: number, error: Error): number {
  const asked = error instanceof ApiError ? Number(error.headers?.get("retry-after")) : 0;
  return 1000 * (asked || 2 ** failures);
}

async function told<Answer>(answer: Promise<Answer>, onRefused: Refusable["onRefused"]): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    onRefused(error);
    throw error;
  }
}

async function readPage(path: string, signal: AbortSignal): Promise<string> {
  const response = await fetchFile("GET", path, undefined, signal);
  const picture = await response.blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(picture);
  });
}
