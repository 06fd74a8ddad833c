import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

interface ViewHeadProps {
  id?: string;
  title: string;
  /** Of a block below the screen's first one. */
  isBlock?: boolean | undefined;
  /** Search, filters and buttons, at the far end; their labels are for screen readers. */
  children?: ReactNode;
}

/** What a screen of the members area is called. */
export function ViewHead({ id, title, isBlock, children }: ViewHeadProps) {
  return (
    <div className={classNames("view-head", isBlock && "is-block")}>
      <h2 id={id}>{title}</h2>
      {children && <div className="view-tools">{children}</div>}
    </div>
  );
}
