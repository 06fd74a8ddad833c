import type { ReactNode } from "react";
import { Rail } from "./rail.tsx";

interface PageHeadProps {
  side: ReactNode;
  title: string;
  /** What the page is for, in a sentence or two. */
  lead?: ReactNode;
  children?: ReactNode;
}

/** The head of an inner page: side-head in the rail, the page's one h1 and its lead beside it. */
export function PageHead({ side, title, lead, children }: PageHeadProps) {
  return (
    <div className="wrap page">
      <Rail side={side}>
        <h1 className="d1 max-w-[46rem]">{title}</h1>
        {lead && <p className="lead mt-6 max-w-(--measure)">{lead}</p>}
        {children}
      </Rail>
    </div>
  );
}
