import type { ReactNode } from "react";
import { Avatar } from "./avatar.tsx";
import { Card } from "./card.tsx";

interface PersonRowProps {
  /** Without a name the e-mail shows. */
  name: string | null;
  email?: string;
  imageUrl?: string | null;
  notes?: ReactNode;
  end: ReactNode;
  children?: ReactNode;
}

export function PersonRow({ name, email = "", imageUrl, notes, end, children }: PersonRowProps) {
  const shownName = name ?? email;
  return (
    <Card className="grid gap-4 px-5 py-4">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Avatar name={shownName} imageUrl={imageUrl ?? null} size="small" />
        <div className="min-w-0 flex-[1_1_10rem]">
          <h3 className="d4 text-[1.0625rem] wrap-anywhere">{shownName}</h3>
          {email && name && <p className="small muted wrap-anywhere">{email}</p>}
          {notes}
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">{end}</div>
      </div>
      {children}
    </Card>
  );
}
