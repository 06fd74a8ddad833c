import { useRef } from "react";
import { Button, type ButtonProps } from "#web/ui/button.tsx";
import type { ToastInput } from "#web/ui/toast.ts";
import { useSectionFocus } from "./account-section.tsx";
import { useRemoval } from "./use-account.ts";

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
