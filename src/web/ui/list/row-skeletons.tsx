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
