import { useMutation } from "@tanstack/react-query";
import { RowAction } from "#web/ui/row-action.tsx";
import { toastFailure } from "#web/ui/toast.ts";
import { downloadFile } from "./use-download.ts";

interface OpenFileProps {
  /** Of the API. */
  path: string;
  /** "PDF". */
  label: string;
  /** What only screen readers hear behind it: which file, and whose. */
  labelEnd: string;
  failed: string;
}

/** Saves a file under its own name. */
export function OpenFile({ path, label, labelEnd, failed }: OpenFileProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadFile("GET", path),
    onError: (error) => toastFailure(failed, error),
  });
  return (
    <RowAction labelEnd={labelEnd} aria-disabled={isPending} onClick={() => isPending || mutate()}>
      {label}
    </RowAction>
  );
}
