import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { SectionFailed } from "#web/ui/section-failed.tsx";

interface PartQueryProps<Data> {
  query: UseQueryResult<Data>;
  words: { loading: string; failed: string };
  children: (data: Data) => ReactNode;
}

/** A part of the record that is read when it is opened. */
export function PartQuery<Data>({ query, words, children }: PartQueryProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return <RowSkeletons label={words.loading} count={4} />;
  return <SectionFailed text={words.failed} onRetry={query.refetch} />;
}
