import { useMutation } from "@tanstack/react-query";
import { downloadFile } from "#web/lib/use-download.ts";
import { RowAction } from "#web/ui/row-action.tsx";
import { toastFailure } from "#web/ui/toast.ts";

interface OpenPaperProps {
  id: string;
  /** "PDF". */
  label: string;
  /** What only screen readers hear behind it: which paper, and whose. */
  labelEnd: string;
  failed: string;
}

/** Saves a paper under its own name. */
export function OpenPaper({ id, label, labelEnd, failed }: OpenPaperProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadFile("GET", `/papers/${id}`),
    onError: (error) => toastFailure(failed, error),
  });
  return (
    <RowAction labelEnd={labelEnd} aria-disabled={isPending} onClick={() => isPending || mutate()}>
      {label}
    </RowAction>
  );
}
