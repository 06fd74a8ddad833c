import { useSyncExternalStore } from "react";

/** True in the render that takes over a document's markup, and while the server renders it. */
export const useIsHydrating = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );

const neverChanges = () => () => {};
