import type { ReactNode } from "react";

interface PartHeadProps {
  id: string;
  title: string;
  /** State and time, in one line above the name. */
  above?: ReactNode;
  /** Buttons, at the far end. */
  children?: ReactNode;
}

/** What a large part of a screen is called. */
export function PartHead({ id, title, above, children }: PartHeadProps) {
  return (
    <div className="part-head">
      <div>
        {above && <p className="note num flex flex-wrap items-center gap-x-2.5 gap-y-1">{above}</p>}
        <h2 id={id} className="wrap-anywhere">
          {title}
        </h2>
      </div>
      {children && <div className="view-tools">{children}</div>}
    </div>
  );
}
