import { Skeleton, Skeletons } from "#web/ui/skeleton.tsx";

export function SectionSkeletons() {
  return (
    <Skeletons label="Loading your account" className="grid gap-12">
      <div className="rail">
        <div className="side">
          <Skeleton className="h-4 w-28" />
        </div>
        <div className="main grid max-w-[28rem] gap-3">
          <Skeleton className="h-3 w-24" />
          <Skeleton className="h-12" />
          <Skeleton className="h-12 w-36" />
        </div>
      </div>
    </Skeletons>
  );
}
