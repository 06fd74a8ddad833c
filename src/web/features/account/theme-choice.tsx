import { appearanceMessages as messages } from "#shared/account/appearance-messages.ts";
import { chooseTheme, themes, useChosenTheme } from "#web/lib/theme.ts";
import { Segments } from "#web/ui/segments.tsx";

export function ThemeChoice({ hint }: { hint?: string }) {
  return (
    <Segments
      label={messages.label}
      value={useChosenTheme()}
      options={themes.map((value) => ({ value, label: messages.themes[value] }))}
      onChange={chooseTheme}
      {...(hint && { hint })}
    />
  );
}
