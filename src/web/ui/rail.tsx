import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

interface RailProps {
  side: ReactNode;
  children: ReactNode;
  className?: string;
}

/** Side-head beside the content; above it below 900 px. */
export function Rail({ side, children, className }: RailProps) {
  return (
    <div className={classNames("rail", className)}>
      {typeof side === "string" ? <p className="side">{side}</p> : <div className="side">{side}</div>}
      <div className="main">{children}</div>
    </div>
  );
}
