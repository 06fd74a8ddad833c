import { Suspense, useState } from "react";
import { settingsMessages as messages } from "#shared/settings/settings-messages.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { Button } from "#web/ui/button.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { CardSkeletons } from "#web/ui/skeleton.tsx";
import type { SettingRevisionsProps } from "./setting-revisions.tsx";

const settingRevisions = lazyPage(() => import("./setting-revisions.tsx").then((file) => file.SettingRevisions));

export function SettingHistory({ section, present, onPutBack }: SettingRevisionsProps) {
  const [isOpen, setOpen] = useState(false);
  const putBack = (value: unknown) => {
    setOpen(false);
    onPutBack(value);
  };
  return (
    <>
      <Button variant="outline" isSmall onClick={() => setOpen(true)}>
        {messages.history}
        <span className="sr-only"> of {section.label}</span>
      </Button>
      <Panel isOpen={isOpen} onClose={() => setOpen(false)} title={`${messages.history}: ${section.label}`}>
        {isOpen && (
          <Suspense fallback={<CardSkeletons />}>
            <Page page={settingRevisions} section={section} present={present} onPutBack={putBack} />
          </Suspense>
        )}
      </Panel>
    </>
  );
}
