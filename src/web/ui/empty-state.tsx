import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Spot, type SpotName } from "./pictures/decoration.tsx";

interface EmptyStateProps {
  picture?: SpotName;
  title: string;
  text?: ReactNode;
  /** The one way on: a button or a text link. */
  action?: ReactNode;
  /** A whole page's state has the page's heading; one inside a page has a smaller one. */
  heading?: "h1" | "h2" | "h3";
  /** Stands on a white sheet, as inside a page. */
  isCard?: boolean;
}

/** Nothing here, not found, signed out, done: a small picture, what happened, and one way on. */
export function EmptyState({ picture = "empty", title, text, action, heading = "h3", isCard }: EmptyStateProps) {
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
