import { classNames } from "../class-names.ts";
import { Skeleton, Skeletons } from "../skeleton.tsx";

export function RowSkeletons({ label, count }: { label: string; count?: number }) {
  return (
    <Skeletons label={label} count={count} className="person-rows">
      <div className="flex min-h-[52px] items-center gap-4 border-line border-b">
        <Skeleton isRound className="size-7" />
        <Skeleton className="h-4 w-2/5" />
      </div>
    </Skeletons>
  );
}

/** Rows of words alone, which are as high as their class says. */
export function LineSkeletons({ label, count, className }: { label: string; count?: number; className: string }) {
  return (
    <Skeletons label={label} count={count}>
      <div className={classNames("flex items-center border-line border-b", className)}>
        <Skeleton className="h-4 w-2/5" />
      </div>
    </Skeletons>
  );
}
