import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

interface ViewHeadProps {
  id?: string;
  title: string;
  isBlock?: boolean | undefined;
  /** Search, filters and buttons, at the far end; their labels are for screen readers. */
  children?: ReactNode;
}

/** What a screen of the members area is called, or one of its blocks. */
export function ViewHead({ id, title, isBlock, children }: ViewHeadProps) {
  const Heading = isBlock ? "h2" : "h1";
  return (
    <div className={classNames("view-head", isBlock && "is-block")}>
      <Heading id={id}>{title}</Heading>
      {children && <div className="view-tools">{children}</div>}
    </div>
  );
}
