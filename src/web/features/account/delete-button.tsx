import { useRef } from "react";
import { useRemoval } from "#web/lib/use-account.ts";
import { useSectionFocus } from "#web/ui/account-section.tsx";
import { Button, type ButtonProps } from "#web/ui/button.tsx";
import type { ToastInput } from "#web/ui/toast.ts";

interface RemovalButtonProps extends Omit<ButtonProps, "onClick" | "busyLabel"> {
  path: string;
  done: ToastInput;
  busyLabel: string;
}

export function DeleteButton({ path, done, busyLabel, ...rest }: RemovalButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const focusSection = useSectionFocus();
  const { remove, isRemoving } = useRemoval(path, done);
  const press = async () => {
    const { current } = button;
    if (await remove()) focusSection(current);
  };
  return <Button isSmall {...rest} ref={button} busyLabel={isRemoving && busyLabel} onClick={press} />;
}
