import { useState } from "react";
import { appearanceMessages as messages } from "#shared/appearance-messages.ts";
import { shortcutMessages } from "#shared/palette-messages.ts";
import { areLettersOn, switchLetters } from "#web/lib/letter-shortcuts.ts";
import { chooseTheme, chosenTheme, themes } from "#web/lib/theme.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { AccountSection } from "./account-section.tsx";

export function AppearanceSection() {
  return (
    <>
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
      <Shortcuts />
    </>
  );
}

function Shortcuts() {
  const [isOn, setOn] = useState(areLettersOn);
  const { heading, label, hint } = shortcutMessages.account;
  return (
    <AccountSection heading={heading}>
      <Checkbox
        label={label}
        checked={isOn}
        aria-describedby="shortcuts-hint"
        onChange={({ target }) => {
          switchLetters(target.checked);
          setOn(target.checked);
        }}
      />
      <p className="field-hint max-w-(--measure)" id="shortcuts-hint">
        {hint}
      </p>
    </AccountSection>
  );
}
