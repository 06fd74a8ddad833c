import { ActionButton } from "#web/lib/action-button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { contentLists } from "./use-content.ts";

export function RemoveExamples() {
  return (
    <Notice>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <p className="flex-[1_1_24rem]">
          <b className="font-semibold">Some of this is an example.</b> The site came with it, to show what belongs
          where. Members and visitors see the word “Example” beside it. What you edit is yours and stays.
        </p>
        <ActionButton<{ removed: number }>
          method="DELETE"
          path="/content/examples"
          variant="danger"
          label="Remove all examples"
          busy="Removing..."
          confirm={{
            title: "Remove all examples?",
            text: "Everything marked as an example is deleted, with its versions. What you have edited and the legal pages stay.",
            cancel: "Keep them",
          }}
          done={({ removed }) => (removed === 1 ? "1 example removed" : `${removed} examples removed`)}
          failed="Failed to remove the examples."
          invalidates={contentLists}
        />
      </div>
    </Notice>
  );
}
