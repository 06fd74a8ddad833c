import { Skeleton, Skeletons } from "#web/ui/skeleton.tsx";

export function ChartPlace({ className }: { className?: string }) {
  return (
    <Skeletons label="Drawing the chart" count={1} className={className}>
      <Skeleton className="h-full min-h-24" />
    </Skeletons>
  );
}
