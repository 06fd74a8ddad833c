import { Fragment } from "react";

/** E-mail addresses break after the at-sign and before dots, and sums do not. */
export function BreakableText({ text }: { text: string }) {
  const parts = text.split(/(?<=@)|(?=\.\p{L})/u);
  return (
    <span className="wrap-anywhere">
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which never change places
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
