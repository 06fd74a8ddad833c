import { startTransition, useOptimistic } from "react";

/**
 * A person's choice shows at once and stays until every save has been answered; then what is saved shows. `save` is a mutation's
 * `mutateAsync`; a failure is told by the mutation itself.
 */
export function useOptimisticSave<Saved, Choice>(
  saved: Saved,
  withChoice: (saved: Saved, choice: Choice) => Saved,
  save: (choice: Choice) => Promise<unknown>,
): [Saved, (choice: Choice) => void] {
  const [shown, show] = useOptimistic(saved, withChoice);
  const choose = (choice: Choice) =>
    startTransition(async () => {
      show(choice);
      await save(choice).catch(() => undefined);
    });
  return [shown, choose];
}

/** For `withChoice`, where the choice is all that is saved. */
export const replaced = <Value>(_saved: Value, choice: Value) => choice;

export const useOptimisticSwitch = (isOn: boolean, save: (isOn: boolean) => Promise<unknown>) =>
  useOptimisticSave(isOn, replaced<boolean>, save);
