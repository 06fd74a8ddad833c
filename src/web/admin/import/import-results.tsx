import type { ImportLine, ImportResult } from "#shared/member-imports.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import type { ImportAnswer } from "./use-member-import.ts";

const tones: Record<ImportResult, BadgeTone> = {
  created: "live",
  exists: "over",
  failed: "refused",
  error: "refused",
  invalid: "waiting",
};

export function ImportResults({ answer, title }: { answer: ImportAnswer; title: string }) {
  const { items, created, total } = answer;
  return (
    <section aria-label={title}>
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h3 className="d4">{title}</h3>
        <span className="small muted num">
          {created} of {total}
        </span>
      </div>
      <ul className="import-results">
        {items.map((item) => (
          <ResultRow key={item.line} item={item} />
        ))}
      </ul>
      <NextSteps />
    </section>
  );
}

function ResultRow({ item: { line, input, full_name, email, result, message } }: { item: ImportLine }) {
  const isInvalid = result === "invalid";
  return (
    <li>
      <span className="import-line">
        <span className="sr-only">Line </span>
        {line}
      </span>
      <div className="min-w-0">
        <b className="font-[550] wrap-anywhere">{full_name ?? input}</b>
        <span className="import-email">{isInvalid ? message : email}</span>
      </div>
      <span className="import-result">
        <Badge tone={tones[result]}>{isInvalid ? "Not imported" : message}</Badge>
      </span>
    </li>
  );
}

/** What the people who were imported have to do themselves. */
function NextSteps() {
  return (
    <div className="note mt-4">
      <p>Next, each imported member should:</p>
      <ol className="ml-5 list-decimal">
        <li>Sign up or log in.</li>
        <li>Go to Member Directory, then Submit Profile.</li>
        <li>Complete the profile.</li>
      </ol>
    </div>
  );
}
