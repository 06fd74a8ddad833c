import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "#web/ui/button.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";

interface PartQueryProps<Data> {
  query: UseQueryResult<Data>;
  words: { loading: string; failed: string; retry: string };
  children: (data: Data) => ReactNode;
}

/** A part of the record that is read when it is opened. */
export function PartQuery<Data>({ query, words, children }: PartQueryProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return <RowSkeletons label={words.loading} count={4} />;
  return (
    <div className="grid justify-items-start gap-4" role="alert">
      <p>{words.failed}</p>
      <Button variant="outline" isSmall onClick={() => void query.refetch()}>
        {words.retry}
      </Button>
    </div>
  );
}
