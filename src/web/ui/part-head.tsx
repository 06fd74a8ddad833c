import type { ReactNode } from "react";

interface PartHeadProps {
  id: string;
  title: string;
  /** Of the page, whose name it is. */
  isRecord?: boolean;
  /** State and time, in one line above the name. */
  above?: ReactNode;
  /** Buttons, at the far end. */
  children?: ReactNode;
}

/** What a record is called, or a large part of its page. */
export function PartHead({ id, title, isRecord, above, children }: PartHeadProps) {
  const Heading = isRecord ? "h1" : "h2";
  return (
    <div className="part-head">
      <div>
        {above && <p className="note num flex flex-wrap items-center gap-x-2.5 gap-y-1">{above}</p>}
        <Heading id={id} className="wrap-anywhere">
          {title}
        </Heading>
      </div>
      {children && <div className="view-tools">{children}</div>}
    </div>
  );
}
