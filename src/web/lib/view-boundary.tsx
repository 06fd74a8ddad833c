import { type ReactNode, Suspense } from "react";
import { CardSkeletons } from "#web/ui/skeleton.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";

interface ViewBoundaryProps {
  /** Of the view: another name shows the skeleton at once. */
  name: string | undefined;
  children: ReactNode;
}

export function ViewBoundary({ name = "", children }: ViewBoundaryProps) {
  return (
    <ErrorBoundary resetKey={name} isPart>
      <Suspense key={name} fallback={<CardSkeletons />}>
        {children}
      </Suspense>
    </ErrorBoundary>
  );
}
