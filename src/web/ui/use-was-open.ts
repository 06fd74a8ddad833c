import { useState } from "react";

/** Whether it is open or once was: what loads as it first opens stays mounted, with what was typed and while it closes. */
export function useWasOpen(isOpen: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return wasOpen || isOpen;
}
