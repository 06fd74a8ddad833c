import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ContentItem } from "#shared/content/content.ts";
import type { ContentKind } from "#shared/content/content-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";

export type Written = Record<string, unknown>;

export const contentQuery = (id: string) =>
  queryOptions({
    queryKey: [...queryKeys.content, "one", id],
    queryFn: ({ signal }) => callApi<ContentItem>("GET", `/content/${id}`, undefined, signal),
    // An editor opens with what is saved now.
    staleTime: 0,
  });

interface Saving {
  item: ContentItem | null;
  kind: ContentKind;
  written: Written;
  expectedRevision: number;
}

/** @throws the server's error. */
export function useSaveContent() {
  const changed = useContentChanged();
  return async ({ item, kind, written, expectedRevision }: Saving): Promise<ContentItem> => {
    const { slug, ...content } = written;
    const body = { content, ...(slug ? { slug } : {}) };
    const saved = item
      ? await callApi<ContentItem>("PUT", `/content/${item.id}`, { expected_revision: expectedRevision, ...body })
      : await callApi<ContentItem>("POST", "/content", { kind, ...body });
    await changed(saved);
    return saved;
  };
}

interface ContentChange<Input> {
  request: (input: Input) => { method: string; path: string; body?: unknown };
  onDone: (item: ContentItem) => void;
  onFailed: (error: Error) => void;
}

export function useContentChange<Input = void>({ request, onDone, onFailed }: ContentChange<Input>) {
  const changed = useContentChanged();
  return useMutation({
    mutationFn: (input: Input) => {
      const { method, path, body } = request(input);
      return callApi<ContentItem>(method, path, body);
    },
    onSuccess: async (item) => {
      await changed(item);
      onDone(item);
    },
    onError: onFailed,
  });
}

/** Lists of it, and what members see. */
export const contentLists = [queryKeys.contentLists, queryKeys.events, queryKeys.investments];

/** The item as the server answered it; lists, and what members see of it, are fetched again. */
export function useContentChanged() {
  const client = useQueryClient();
  return async (item?: ContentItem) => {
    if (item) client.setQueryData(contentQuery(item.id).queryKey, item);
    const revisions = item ? [[...queryKeys.content, item.id, "revisions"]] : [];
    const stale = [...contentLists, ...revisions];
    await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}
