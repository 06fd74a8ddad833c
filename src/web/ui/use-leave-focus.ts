import { useLayoutEffect, useRef } from "react";

/** The hook is for a button that its own change removes: the focus goes to the closest element around it with `tabIndex={-1}`. */
export function useLeaveFocus() {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      if (element !== document.activeElement) return;
      element?.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
    };
  }, []);
  return button;
}
