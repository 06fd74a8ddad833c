import { useId } from "react";
import { appearanceMessages as messages } from "#shared/account/appearance-messages.ts";
import { shortcutMessages } from "#shared/account/palette-messages.ts";
import { offlinePageMessages } from "#shared/settings/offline-page-messages.ts";
import { areLettersOn, switchLetters } from "#web/lib/letter-shortcuts.ts";
import { isOfflinePageOn, switchOfflinePage } from "#web/lib/offline-page.ts";
import { AccountSection } from "#web/ui/account-section.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { ThemeChoice } from "./theme-choice.tsx";

export function AppearanceSection() {
  return (
    <>
      <AccountSection heading={messages.heading}>
        <div className="max-w-[28rem]">
          <ThemeChoice hint={messages.hint} />
        </div>
      </AccountSection>
      <BrowserSwitch {...shortcutMessages.account} isOn={areLettersOn()} onSwitch={switchLetters} />
      {navigator.serviceWorker && (
        <BrowserSwitch {...offlinePageMessages.account} isOn={isOfflinePageOn()} onSwitch={switchOfflinePage} />
      )}
    </>
  );
}

interface BrowserSwitchProps {
  heading: string;
  label: string;
  hint: string;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
}

/** Kept in this browser, at once. */
function BrowserSwitch({ heading, label, hint, isOn, onSwitch }: BrowserSwitchProps) {
  const hintId = useId();
  return (
    <AccountSection heading={heading}>
      <Checkbox
        label={label}
        defaultChecked={isOn}
        aria-describedby={hintId}
        onChange={({ target }) => onSwitch(target.checked)}
      />
      <p className="field-hint max-w-(--measure)" id={hintId}>
        {hint}
      </p>
    </AccountSection>
  );
}
