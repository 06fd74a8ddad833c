import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Spot, type SpotName } from "./pictures/decoration.tsx";

interface EmptyStateProps {
  picture?: SpotName;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  /** h1 where it is the whole page. */
  heading?: "h1" | "h2";
  isCard?: boolean;
}

export function EmptyState({ picture = "empty", title, text, action, heading = "h2", isCard }: EmptyStateProps) {
  const Heading = heading;
  return (
    <div className={classNames("quiet-state", isCard && "card")}>
      <Spot name={picture} />
      <Heading className={heading === "h1" ? "d2" : "d3"}>{title}</Heading>
      {text && <p>{text}</p>}
      {action}
    </div>
  );
}
