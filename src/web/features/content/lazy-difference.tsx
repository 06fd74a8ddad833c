import { type ComponentProps, lazy, Suspense } from "react";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { ContentDifference } from "./content-difference.tsx";

const Difference = lazy(() => import("./content-difference.tsx").then((file) => ({ default: file.ContentDifference })));

/** The part that finds the difference loads for those alone who compare. */
export const LazyDifference = (props: ComponentProps<typeof ContentDifference>) => (
  <Suspense fallback={<Skeleton className="h-24" />}>
    <Difference {...props} />
  </Suspense>
);
