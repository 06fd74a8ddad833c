import { Skeleton } from "#web/ui/skeleton.tsx";

export const EditorSkeleton = () => (
  <div role="status" aria-label="Loading the text" className="grid gap-6">
    <Skeleton className="h-8 w-full max-w-2xl" />
    <Skeleton className="h-14 max-w-3xl" />
    <Skeleton className="h-80 max-w-3xl" />
  </div>
);
