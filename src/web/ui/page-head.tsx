import type { ReactNode } from "react";
import { Rail } from "./rail.tsx";

interface PageHeadProps {
  side: ReactNode;
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
}

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
