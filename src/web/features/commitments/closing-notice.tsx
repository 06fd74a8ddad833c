import { closingWords, type Ending } from "#shared/commitments/commitment-cases.ts";
import { serverNow } from "#web/lib/server-time.ts";
import { Notice } from "#web/ui/notice.tsx";

/** The notice shows where commitments end or ended at another time than was announced before. */
export function ClosingNotice({ ending }: { ending: Omit<Ending, "is_open"> & { closes_at: string } }) {
  const words = closingWords({ ...ending, is_open: Date.parse(ending.closes_at) > serverNow().getTime() });
  if (!words) return null;
  const [title, ...rest] = words;
  return (
    <Notice className="mt-3" title={title}>
      <span dir="auto">{rest.join(" ")}</span>
    </Notice>
  );
}
