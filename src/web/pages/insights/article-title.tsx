/** A title that keeps its hyphenated words whole: a balanced heading would rather end a line with "start-". */
export function ArticleTitle({ title }: { title: string }) {
  return title.split(/(\S+-\S+)/).map((part) =>
    part.includes("-") ? (
      <span key={part} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
