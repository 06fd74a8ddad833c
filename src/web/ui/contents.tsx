import { useMemo } from "react";
import { Plus } from "./icons.generated.ts";
import { RouteLink } from "./route-link.tsx";
import { useCurrentHeading } from "./use-current-heading.ts";

interface ContentsProps {
  path: string;
  headings: readonly { id: string; text: string }[];
}

const title = "On this page";

/** The list is for wide screens and marks the section that is being read. It is absent without headings. */
export function ContentsRail({ path, headings }: ContentsProps) {
  const ids = useMemo(() => headings.map(({ id }) => id), [headings]);
  const current = useCurrentHeading(ids);
  if (headings.length === 0) return null;
  return (
    <nav className="contents-rail" aria-label={title}>
      <p aria-hidden="true">{title}</p>
      <ContentsList path={path} headings={headings} current={current} />
    </nav>
  );
}

/** The fold is for narrow screens. */
export function ContentsFold({ path, headings }: ContentsProps) {
  if (headings.length === 0) return null;
  return (
    <details className="contents-fold">
      <summary>
        {title}
        <Plus />
      </summary>
      <nav aria-label={title}>
        <ContentsList path={path} headings={headings} />
      </nav>
    </details>
  );
}

function ContentsList({ path, headings, current }: ContentsProps & { current?: string | undefined }) {
  return (
    <ol className="contents-list">
      {headings.map(({ id, text }) => (
        <li key={id}>
          <RouteLink to={`${path}#${id}`} aria-current={id === current ? "location" : undefined}>
            {text}
          </RouteLink>
        </li>
      ))}
    </ol>
  );
}
