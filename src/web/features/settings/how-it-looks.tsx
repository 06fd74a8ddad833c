import type { CSSProperties } from "react";
import { useWatch } from "react-hook-form";
import { welcomeParagraphs, welcomeSubject } from "#shared/people/welcome.ts";
import { brandColours } from "#shared/settings/brand-colours.ts";
import { brandFilePath } from "#shared/settings/brand-file-rules.ts";
import { contrastProblem } from "#shared/settings/colour-contrast.ts";
import { darkBrandColours } from "#shared/settings/dark-brand-colours.ts";
import { hasSampleBrand } from "#shared/settings/sample-identity.ts";
import type { FormValues } from "#shared/settings/setting-fields.ts";
import { settingsMessages as messages } from "#shared/settings/settings-messages.ts";
import { useClub } from "#web/lib/use-club.ts";
import { classNames } from "#web/ui/class-names.ts";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Mark } from "#web/ui/pictures/mark.tsx";
import { typedColour } from "./typed-colour.ts";

/** Logo, name, tagline and buttons with what is typed. Hidden from screen readers: the fields say the same. */
export function HowItLooks({ form }: { form: ServerForm<FormValues> }) {
  const club = useClub();
  const { identity, brand } = club;
  const typed: Record<string, unknown> = { ...useWatch({ control: form.control }) };
  const name = String(typed.name ?? identity.name);
  const fileId = typed.logo_file_id ?? brand.logo_file_id;
  return (
    <div className="card how-it-looks" style={tokensOf(typed, brand)} aria-hidden="true">
      <p className="field-label">How it looks</p>
      <p className="logo">
        {fileId ? (
          <img src={brandFilePath(String(fileId))} alt="" />
        ) : (
          <>
            <Mark size={26} isSample={hasSampleBrand(club)} />
            <span className={classNames("logo-name", name.length > 20 && "is-long")}>{name}</span>
          </>
        )}
      </p>
      <p className="d3">{String(typed["taglines-0"] ?? identity.taglines[0])}</p>
      <p className="button-row">
        <span className="btn btn-primary btn-small">Join Now</span>
        <span className="btn btn-secondary btn-small">Sign in</span>
      </p>
      <p className="note">{messages.followed}</p>
    </div>
  );
}

/** The beginning of the email, to a member of this name. */
export function WelcomeLooks({ form }: { form: ServerForm<FormValues> }) {
  const { identity } = useClub();
  const { subject, text } = useWatch({ control: form.control });
  const name = "Owen Castell";
  return (
    <div className="card how-it-looks">
      <p className="field-label">How it looks</p>
      <p className="font-[550]">{welcomeSubject(String(subject ?? ""), name, identity.name)}</p>
      <p>Hello Owen,</p>
      {welcomeParagraphs(String(text ?? ""), name).map((paragraph) => (
        <p key={paragraph} className="wrap-anywhere">
          {paragraph}
        </p>
      ))}
      <p className="note">Then what is open to members, the risk warning, and the button to the members area.</p>
    </div>
  );
}

/** The theme's tokens in the colours as they are typed, or the nearest that pass. */
function tokensOf(typed: Record<string, unknown>, saved: { main_colour: string; accent_colour: string }) {
  const chosen = {
    main_colour: readable(typed.main_colour) ?? saved.main_colour,
    accent_colour: readable(typed.accent_colour) ?? saved.accent_colour,
  };
  const isDark = getComputedStyle(document.documentElement).colorScheme === "dark";
  const colours = isDark ? darkBrandColours(chosen) : brandColours(chosen);
  return Object.fromEntries(
    Object.entries(colours).map(([token, colour]) => [`--color-${token}`, colour]),
  ) as CSSProperties;
}

function readable(value: unknown): string | undefined {
  const colour = typedColour(value);
  return colour && (contrastProblem(colour)?.nearest ?? colour);
}
