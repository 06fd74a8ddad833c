import { appearanceMessages as messages } from "#shared/appearance-messages.ts";
import { chooseTheme, chosenTheme, themes } from "#web/lib/theme.ts";
import { Segments } from "#web/ui/segments.tsx";
import { AccountSection } from "./account-section.tsx";

export function AppearanceSection() {
  return (
    <AccountSection heading={messages.heading}>
      <div className="max-w-[28rem]">
        <Segments
          label={messages.label}
          value={chosenTheme()}
          options={themes.map((value) => ({ value, label: messages.themes[value] }))}
          onChange={chooseTheme}
          hint={messages.hint}
        />
      </div>
    </AccountSection>
  );
}
