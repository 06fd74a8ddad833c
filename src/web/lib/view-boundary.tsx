import { type ReactNode, Suspense } from "react";
import { CardSkeletons } from "#web/ui/skeleton.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";

interface ViewBoundaryProps {
  /** Of the view: with another one nothing of the last stays, so that a press is answered before the view is there. */
  name: string | undefined;
  children: ReactNode;
}

/** Around a view in a file of its own: what stands there until it has come, and where it does not come. */
export function ViewBoundary({ name = "", children }: ViewBoundaryProps) {
  return (
    <ErrorBoundary resetKey={name} isPart>
      <Suspense key={name} fallback={<CardSkeletons />}>
        {children}
      </Suspense>
    </ErrorBoundary>
  );
}
