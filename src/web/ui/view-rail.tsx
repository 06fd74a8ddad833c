import type { ReactNode } from "react";
import { RowHeading } from "./person-row.tsx";
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
      <RowHeading value={isBlock ? "h3" : "h2"}>{children}</RowHeading>
    </div>
  );
}
