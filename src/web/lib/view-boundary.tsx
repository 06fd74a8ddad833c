import { type ReactNode, Suspense } from "react";
import { CardSkeletons } from "#web/ui/skeleton.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";

interface ViewBoundaryProps {
  /** A new name of the view shows the skeleton at once. */
  name: string | undefined;
  /** The page has its first heading above. */
  isBelowHeading?: boolean | undefined;
  children: ReactNode;
}

export function ViewBoundary({ name = "", isBelowHeading, children }: ViewBoundaryProps) {
  return (
    <ErrorBoundary resetKey={name} isPart partHeading={isBelowHeading ? "h2" : "h1"}>
      <Suspense key={name} fallback={<CardSkeletons />}>
        {children}
      </Suspense>
    </ErrorBoundary>
  );
}
