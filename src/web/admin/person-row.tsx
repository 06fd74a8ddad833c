import type { ReactNode } from "react";
import { Avatar } from "#web/ui/avatar.tsx";
import { Card } from "#web/ui/card.tsx";

interface PersonRowProps {
  name: string;
  imageUrl?: string | null;
  /** Lines below the name. */
  notes: ReactNode;
  /** Badge or buttons at the far end. */
  end: ReactNode;
  /** Hangs below the row. */
  children?: ReactNode;
}

/** Somebody in one line of a list. */
export function PersonRow({ name, imageUrl, notes, end, children }: PersonRowProps) {
  return (
    <Card className="grid gap-4 px-5 py-4">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Avatar name={name} imageUrl={imageUrl ?? null} size="small" />
        <div className="min-w-0 flex-[1_1_10rem]">
          <h3 className="d4 text-[1.0625rem] wrap-anywhere">{name}</h3>
          {notes}
        </div>
        {end}
      </div>
      {children}
    </Card>
  );
}
