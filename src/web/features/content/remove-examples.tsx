import { contentMessages as messages } from "#shared/content/content-messages.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { contentLists } from "./use-content.ts";

export function RemoveExamples() {
  return (
    <Notice>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <p className="flex-[1_1_24rem]">
          <b className="font-semibold">{messages.examplesTitle}</b> {messages.examplesText}
        </p>
        <ActionButton<{ removed: number }>
          method="DELETE"
          path="/content/examples"
          variant="danger"
          label={messages.removeExamples}
          busy="Removing..."
          confirm={{ title: messages.removeExamplesTitle, text: messages.removeExamplesText, cancel: "Keep them" }}
          done={({ removed }) => messages.examplesRemoved(removed)}
          failed={messages.examplesFailed}
          invalidates={contentLists}
        />
      </div>
    </Notice>
  );
}
