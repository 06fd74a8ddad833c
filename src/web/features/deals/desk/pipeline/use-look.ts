import { useState, useSyncExternalStore } from "react";

const looks = ["board", "table"] as const;
export type Look = (typeof looks)[number];

/** Of the pipeline: as chosen last in this browser, else the table on phones. */
export function useLook(userId: string): [Look, (look: Look) => void] {
  const key = `deal-desk-look:${userId}`;
  const [chosen, setChosen] = useState<Look>();
  const kept = useSyncExternalStore(
    onWidthChange,
    () =>
      looks.find((look) => look === localStorage.getItem(key)) ??
      (window.matchMedia(narrow).matches ? "table" : "board"),
    () => "board" as const,
  );
  const choose = (look: Look) => {
    localStorage.setItem(key, look);
    setChosen(look);
  };
  return [chosen ?? kept, choose];
}

const narrow = "(width < 40rem)";

function onWidthChange(listener: () => void): () => void {
  const media = window.matchMedia(narrow);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}
