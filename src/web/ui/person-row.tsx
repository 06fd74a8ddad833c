import { createContext, type ReactNode, use } from "react";
import { Avatar } from "./avatar.tsx";
import { classNames } from "./class-names.ts";

interface PersonRowProps {
  name: string | null;
  /** The avatar's name is set where the name is part of a sentence. */
  avatarName?: string;
  email?: string;
  imageUrl?: string | null;
  notes?: ReactNode;
  end: ReactNode;
  children?: ReactNode;
}

/** Of the rows of a screen; of those of a block, a level below. */
export const RowHeading = createContext<"h2" | "h3">("h2");

export function PersonRow({ name, avatarName, email = "", imageUrl, notes, end, children }: PersonRowProps) {
  const shownName = name ?? email;
  const Heading = use(RowHeading);
  return (
    <div className="person-row">
      <div>
        <Avatar name={avatarName ?? shownName} imageUrl={imageUrl ?? null} size="small" />
        <div className={classNames("min-w-0", avatarName ? "flex-[1_1_16rem]" : "flex-[1_1_10rem]")}>
          <div className="flex flex-wrap items-baseline gap-x-2.5">
            <Heading className="wrap-anywhere">{shownName}</Heading>
            {email && name && <p className="small muted wrap-anywhere">{email}</p>}
          </div>
          {notes}
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">{end}</div>
      </div>
      {children}
    </div>
  );
}
