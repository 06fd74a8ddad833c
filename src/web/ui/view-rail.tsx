import type { ReactNode } from "react";
import { ViewHead } from "./view-head.tsx";

interface ViewRailProps {
  heading: string;
  tools?: ReactNode;
  /** Below the screen's first one. */
  isBlock?: boolean;
  children: ReactNode;
}

export function ViewRail({ heading, tools, isBlock, children }: ViewRailProps) {
  return (
    <div>
      <ViewHead title={heading} isBlock={isBlock}>
        {tools}
      </ViewHead>
      {children}
    </div>
  );
}
