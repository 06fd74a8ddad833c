import { markPieces } from "./mark-pieces.ts";

type MarkProps = {
  /** Height in px, at least 20; the width is seven tenths of it. */
  size?: number;
  on?: "paper" | "pine";
};

/** Hidden from screen readers: the club's name is beside it. */
export function Mark({ size = 28, on = "paper" }: MarkProps) {
  const pine = on === "pine";
  return (
    <svg
      className="mark"
      width={size * 0.7}
      height={size}
      viewBox={markPieces.viewBox}
      fill="none"
      strokeWidth={markPieces.thickness}
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d={markPieces.stem} className={pine ? "stroke-on-deep" : "stroke-ink"} />
      <path d={markPieces.leg} className={pine ? "stroke-sage" : "stroke-pine"} />
      <path d={markPieces.arm} className="stroke-ember" />
      <circle {...markPieces.ember} className={pine ? "fill-amber" : "fill-ember"} />
    </svg>
  );
}
