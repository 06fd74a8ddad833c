import { useWatch } from "react-hook-form";
import { contrastChecks } from "#shared/colour-contrast.ts";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import type { FormValues } from "./setting-fields.ts";

const colours = [
  { name: "main_colour", label: "Acts" },
  { name: "accent_colour", label: "Invites" },
] as const;

/** The contrast of both colours as they are typed. */
export function ColourChecks({ form }: { form: ServerForm<FormValues> }) {
  const values = useWatch({ control: form.control });
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      {colours.map(({ name, label }) => {
        const colour = String(values[name] ?? "")
          .trim()
          .toLowerCase();
        if (!/^#[0-9a-f]{6}$/.test(colour)) return <div key={name} />;
        return (
          <table key={name} className="table colour-checks">
            <caption className="sr-only">Contrast of {label}</caption>
            <tbody>
              {contrastChecks(colour).map((check) => (
                <tr key={check.on}>
                  <th scope="row">
                    <svg width="24" height="24" aria-hidden="true">
                      <rect width="24" height="24" rx="4" fill={colour} />
                    </svg>
                    {check.on}
                  </th>
                  <td className="num">{check.ratio.toFixed(2)} to 1, needs 4.5</td>
                  <td>{check.passes ? "Passes" : "Refused"}</td>
                </tr>
              ))}
            </tbody>
          </table>
        );
      })}
    </div>
  );
}
