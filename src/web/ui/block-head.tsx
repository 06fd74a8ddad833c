import type { ReactNode } from "react";

interface BlockHeadProps {
  id: string;
  title: string;
  /** Buttons, at the far end. */
  children?: ReactNode;
}

export function BlockHead({ id, title, children }: BlockHeadProps) {
  return (
    <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
      <h2 id={id} className="d4">
        {title}
      </h2>
      {children}
    </div>
  );
}
