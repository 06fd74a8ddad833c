import { useWatch } from "react-hook-form";
import { contrastChecks, contrastProblem } from "#shared/settings/colour-contrast.ts";
import type { FormValues } from "#shared/settings/setting-fields.ts";
import { Badge } from "#web/ui/badge.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { typedColour } from "./typed-colour.ts";

const colours = [
  { name: "main_colour", label: "the main colour" },
  { name: "accent_colour", label: "the accent colour" },
] as const;

/** The contrast of both colours as they are typed, and the nearest that passes. */
export function ColourChecks({ form }: { form: ServerForm<FormValues> }) {
  const values = useWatch({ control: form.control });
  return (
    <div className="grid max-w-[46rem] grid-cols-[repeat(auto-fit,minmax(min(17rem,100%),1fr))] items-start gap-x-5 gap-y-[1.1rem]">
      {colours.map(({ name, label }) => {
        const colour = typedColour(values[name]);
        if (!colour) return <div key={name} />;
        const nearest = contrastProblem(colour)?.nearest;
        return (
          <table key={name} className="table colour-checks">
            <caption className="sr-only">Contrast of {label}</caption>
            <tbody>
              {contrastChecks(colour).map(({ on, ratio, passes }) => (
                <ColourRow
                  key={on}
                  colour={colour}
                  name={on}
                  note={`${ratio.toFixed(2)} to 1, needs 4.5`}
                  passes={passes}
                />
              ))}
              {nearest && <ColourRow colour={nearest} name="Nearest that passes" note={nearest} passes />}
            </tbody>
          </table>
        );
      })}
    </div>
  );
}

function ColourRow({ colour, name, note, passes }: { colour: string; name: string; note: string; passes: boolean }) {
  return (
    <tr>
      <th scope="row">
        <svg width="28" height="28" aria-hidden="true">
          <rect width="28" height="28" rx="4" fill={colour} />
        </svg>
        {name}
        <span className="note num block">{note}</span>
      </th>
      <td>
        <Badge tone={passes ? "live" : "refused"} isPlain>
          {passes ? "Passes" : "Refused"}
        </Badge>
      </td>
    </tr>
  );
}
