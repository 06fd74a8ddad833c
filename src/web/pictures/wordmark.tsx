import type { ReactNode } from "react";

type WordmarkProps = { slug: string; name: string };

/** A portfolio company's logo. The company's name stands beside it as text, so this is hidden from screen readers. */
export function Wordmark({ slug, name }: WordmarkProps) {
  const drawn = wordmarks[slug];
  if (!drawn) {
    return (
      <span className="font-display text-2xl text-ink" aria-hidden="true">
        {name}
      </span>
    );
  }
  return (
    <svg width={drawn.width} height={40} viewBox={`0 0 ${drawn.width} 40`} fill="none" aria-hidden="true">
      {drawn.pieces}
    </svg>
  );
}

/** Neutral, and set in the page's own fonts: that is why they are not files. */
const wordmarks: Record<string, { width: number; pieces: ReactNode }> = {
  propane: {
    width: 150,
    pieces: (
      <>
        <path d="M8 30V12a7 7 0 1 1 7 8" className="stroke-ink" strokeWidth={4.5} strokeLinecap="round" />
        <text x={34} y={28} className="fill-ink font-text" fontWeight={650} fontSize={23} letterSpacing={-0.6}>
          propane
        </text>
      </>
    ),
  },
  loxa: {
    width: 120,
    pieces: (
      <>
        <circle cx={17} cy={20} r={11} className="stroke-slate" strokeWidth={4.5} />
        <circle cx={17} cy={20} r={3.5} className="fill-slate" />
        <text x={38} y={28} className="fill-slate font-text" fontWeight={500} fontSize={24} letterSpacing={2.5}>
          LOXA
        </text>
      </>
    ),
  },
  pandektes: {
    width: 176,
    pieces: (
      <>
        <path d="M6 10h20M6 20h20M6 30h12" className="stroke-pine" strokeWidth={4} strokeLinecap="round" />
        <text x={38} y={28} className="fill-pine font-display" fontWeight={500} fontSize={25} letterSpacing={-0.3}>
          Pandektes
        </text>
      </>
    ),
  },
};
