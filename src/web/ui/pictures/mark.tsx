/** The K: three sticks 4.2 thick with round ends, and a loose ember. Clear space round it: half the stem's height. */
export const markPieces = {
  viewBox: "6.2 0 22.4 32",
  thickness: 4.2,
  stem: "M8.5 5v22",
  leg: "M14.6 18.4 22.6 27",
  arm: "M14.4 13.8 19.6 8.6",
  ember: { cx: 25.2, cy: 4.8, r: 2.7 },
} as const;

type MarkProps = {
  /** Height in px, at least 20; the width is seven tenths of it. */
  size?: number;
  on?: "paper" | "pine";
  /** The sample club's own; a club without a logo has a ring in its colours. */
  isSample: boolean;
};

/** Hidden from screen readers: the club's name is beside it. */
export function Mark({ size = 28, on = "paper", isSample }: MarkProps) {
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
      {isSample ? (
        <>
          <path d={markPieces.stem} className={pine ? "stroke-on-deep" : "stroke-ink"} />
          <path d={markPieces.leg} className={pine ? "stroke-sage" : "stroke-pine"} />
          <path d={markPieces.arm} className="stroke-ember" />
          <circle {...markPieces.ember} className={pine ? "fill-amber" : "fill-ember"} />
        </>
      ) : (
        <>
          <circle cx={17.4} cy={16} r={8.6} className={pine ? "stroke-on-deep" : "stroke-pine"} />
          <circle cx={17.4} cy={16} r={3} className={pine ? "fill-amber" : "fill-ember"} />
        </>
      )}
    </svg>
  );
}
