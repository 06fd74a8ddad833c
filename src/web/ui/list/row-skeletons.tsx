import { Skeleton, Skeletons } from "../skeleton.tsx";

export function RowSkeletons({ label, count }: { label: string; count?: number }) {
  return (
    <Skeletons label={label} count={count} className="person-rows">
      <div className="row-skeleton">
        <Skeleton isRound className="size-7" />
        <Skeleton className="h-4 w-2/5" />
      </div>
    </Skeletons>
  );
}
