import { Children, type ReactNode } from "react";
import { classNames } from "./class-names.ts";

/** A grey place for what is on its way; size it by class. */
export function Skeleton({ className, isRound }: { className?: string; isRound?: boolean }) {
  return <div className={classNames("skeleton", isRound && "skeleton-round", className)} />;
}

interface SkeletonsProps {
  count?: number | undefined;
  /** The label is read by assistive technology while the skeletons show. */
  label?: string;
  className?: string;
}

/** The same shape several times, in place of what is loading. */
export function Skeletons({
  count = 3,
  label = "Loading",
  className,
  children,
}: SkeletonsProps & { children: ReactNode }) {
  return (
    <div role="status" aria-label={label} className={className}>
      {Children.toArray(Array.from({ length: count }, () => children))}
    </div>
  );
}

/** Cards that are loading, each the shape of a person's card. */
export function CardSkeletons({ className = "card-columns", ...props }: SkeletonsProps) {
  return (
    <Skeletons {...props} className={className}>
      <CardSkeleton />
    </Skeletons>
  );
}

function CardSkeleton() {
  return (
    <div className="card member-card">
      <div className="who">
        <Skeleton isRound className="size-[52px]" />
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-4 w-[55%]" />
          <Skeleton className="h-3 w-3/4" />
        </div>
      </div>
      <Skeleton className="h-3" />
      <Skeleton className="h-3 w-[92%]" />
      <Skeleton className="h-3 w-3/5" />
      <div className="flex gap-1.5">
        <Skeleton isRound className="h-7 w-[84px]" />
        <Skeleton isRound className="h-7 w-[104px]" />
      </div>
    </div>
  );
}
