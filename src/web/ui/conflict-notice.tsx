import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

interface ConflictNoticeProps {
  words: {
    title: string;
    text: string;
    keepMine: string;
    takeTheirs: string;
    /** The label is for the button that shows a long difference. */
    compare?: string;
  };
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  /** The difference between both texts: in the notice, or below it on demand. */
  children: ReactNode;
}

const scrollIntoView = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: "nearest" });

/** Somebody else has saved meanwhile: whose text stays? */
export function ConflictNotice({ words, onKeepMine, onTakeTheirs, children }: ConflictNoticeProps) {
  const [isComparing, setComparing] = useState(false);
  return (
    // Saved from the end of a long form, it is above the screen.
    <div className="grid scroll-mt-24 gap-4" role="alert" ref={scrollIntoView}>
      <Notice tone="warning" title={words.title}>
        {words.text}
        {!words.compare && children}
        <div className="button-row mt-3">
          {words.compare && (
            <Button variant="outline" isSmall aria-expanded={isComparing} onClick={() => setComparing(!isComparing)}>
              {words.compare}
            </Button>
          )}
          <Button variant="outline" isSmall onClick={onKeepMine}>
            {words.keepMine}
          </Button>
          <Button variant="outline" isSmall onClick={onTakeTheirs}>
            {words.takeTheirs}
          </Button>
        </div>
      </Notice>
      {isComparing && children}
    </div>
  );
}
