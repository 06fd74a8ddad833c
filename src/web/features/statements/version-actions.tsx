import { lazy, Suspense, useState } from "react";
import { formDeskMessages as messages } from "#shared/statement-form-messages.ts";
import type { StatementFormVersion } from "#shared/statements.ts";
import { Button } from "#web/ui/button.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { useLeaveFocus } from "#web/ui/use-leave-focus.ts";
import { SignOffDialog } from "./sign-off-dialog.tsx";
import { useWithdraw } from "./use-form-versions.ts";

const ReasonDialog = lazy(() =>
  import("#web/features/people/reason-dialog.tsx").then((file) => ({ default: file.ReasonDialog })),
);

interface VersionActionsProps {
  form: StatementFormVersion;
  /** Words in a table's row instead of buttons. */
  isRow?: boolean;
}

/** What `can` says: sign off, withdraw. */
export function VersionActions({ form, isRow = false }: VersionActionsProps) {
  const { can, version_label } = form;
  const [asked, setAsked] = useState<"sign_off" | "withdraw" | "">("");
  const [wasWithdrawalAsked, setWithdrawalAsked] = useState(false);
  const { mutateAsync: withdraw } = useWithdraw(form);
  const close = () => setAsked("");
  const askToWithdraw = () => {
    setWithdrawalAsked(true);
    setAsked("withdraw");
  };
  return (
    <span className="flex flex-wrap gap-2 outline-none" tabIndex={-1}>
      {can.sign_off && (
        <Trigger isRow={isRow} label={messages.signOff} labelEnd={version_label} onPress={() => setAsked("sign_off")} />
      )}
      {can.withdraw && (
        <Trigger isRow={isRow} label={messages.withdraw} labelEnd={version_label} onPress={askToWithdraw} isRemoval />
      )}
      <SignOffDialog form={form} isOpen={asked === "sign_off"} onClose={close} />
      <Suspense>
        {wasWithdrawalAsked && (
          <ReasonDialog
            isOpen={asked === "withdraw"}
            onClose={close}
            label={messages.withdraw}
            title={messages.withdrawTitle(version_label)}
            text={messages.withdrawText}
            hint={messages.withdrawHint}
            isRemoval
            send={withdraw}
          />
        )}
      </Suspense>
    </span>
  );
}

interface TriggerProps {
  isRow: boolean;
  label: string;
  labelEnd: string;
  isRemoval?: boolean;
  onPress: () => void;
}

function Trigger({ isRow, label, labelEnd, isRemoval = false, onPress }: TriggerProps) {
  const button = useLeaveFocus();
  if (isRow) {
    return (
      <RowAction ref={button} labelEnd={labelEnd} isRemoval={isRemoval} onClick={onPress}>
        {label}
      </RowAction>
    );
  }
  return (
    <Button ref={button} isSmall variant={isRemoval ? "danger" : "secondary"} onClick={onPress}>
      {label}
      <span className="sr-only"> {labelEnd}</span>
    </Button>
  );
}
