import { RowAction } from "#web/ui/row-action.tsx";
import { downloadFile, useDownload } from "./download-button.tsx";

interface OpenFileProps {
  path: string;
  /** "PDF". */
  label: string;
  /** What only screen readers hear behind it: which file, and whose. */
  labelEnd: string;
  failed: string;
}

/** Saves a file under its own name. */
export function OpenFile({ path, label, labelEnd, failed }: OpenFileProps) {
  const { download, isPending } = useDownload(() => downloadFile("GET", path), failed);
  return (
    <RowAction labelEnd={labelEnd} aria-disabled={isPending} onClick={() => download()}>
      {label}
    </RowAction>
  );
}
