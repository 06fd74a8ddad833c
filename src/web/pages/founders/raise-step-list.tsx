import { useClub } from "#web/lib/use-club.ts";
import { Marks } from "./marks.tsx";
import { raiseSteps } from "./raise-steps.ts";

export function RaiseStepList() {
  const club = useClub();
  return (
    <ol className="mt-8 border-b border-line">
      {raiseSteps(club).map(({ title, text, weeks }, index) => (
        <li key={title} className="grid gap-x-10 gap-y-2 border-t border-line py-5 sm:grid-cols-[8.5rem_minmax(0,1fr)]">
          <div className="flex items-center gap-4 sm:grid sm:content-start sm:gap-2">
            <p className="small num text-ink-2">
              <b className="font-semibold text-ink">{index + 1}</b> · {duration(weeks)}
            </p>
            <Marks certain={weeks[0]} possible={weeks[1] - weeks[0]} />
          </div>
          <div>
            <h3 className="d4">{title}</h3>
            <p className="mt-1 max-w-(--measure) text-ink-2">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

function duration([shortest, longest]: readonly [number, number]): string {
  if (longest === 0) return "Start here";
  if (shortest === 0) return "Up to a week";
  return shortest === longest ? "A week" : `${shortest} to ${longest} weeks`;
}
