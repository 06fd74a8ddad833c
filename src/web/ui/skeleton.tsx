import { classNames } from "./class-names.ts";

/** A grey place for what is on its way; size it by class. */
export function Skeleton({ className, isRound }: { className?: string; isRound?: boolean }) {
  return <div className={classNames("skeleton", isRound && "skeleton-round", className)} />;
}

interface CardSkeletonsProps {
  count: number;
  /** Said to assistive technology while they show. */
  label?: string;
  className?: string;
}

/** Cards on their way, each the shape of a person's card. */
export function CardSkeletons({ count, label = "Loading", className = "card-columns" }: CardSkeletonsProps) {
  return (
    <div role="status" aria-label={label} className={className}>
      {Array.from({ length: count }, (_, index) => index).map((index) => (
        <CardSkeleton key={index} />
      ))}
    </div>
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
