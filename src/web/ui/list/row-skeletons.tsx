import { Skeleton, Skeletons } from "../skeleton.tsx";

export function RowSkeletons({ label, count }: { label: string; count?: number }) {
  return (
    <Skeletons label={label} count={count} className="grid gap-4">
      <div className="card flex items-center gap-5 px-5 py-4">
        <Skeleton isRound className="size-10" />
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-3 w-3/5" />
        </div>
      </div>
    </Skeletons>
  );
}
