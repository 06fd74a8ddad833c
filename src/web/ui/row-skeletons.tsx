import { otherSkeletonCount } from "#shared/skeleton-counts.ts";
import { Skeleton } from "./skeleton.tsx";

/** Rows of people on their way. */
export function RowSkeletons({ label, count = otherSkeletonCount }: { label: string; count?: number }) {
  return (
    <div role="status" aria-label={label} className="grid gap-4">
      {Array.from({ length: count }, (_, index) => index).map((index) => (
        <div key={index} className="card flex items-center gap-5 px-5 py-4">
          <Skeleton isRound className="size-10" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
