/**
 * Where the focus goes when the item of a list that held it is decided on: to the item itself while it stays in the list,
 * else to the next one, or to the list when it was the last. Called before the list changes, as the next item is known
 * only then.
 * @returns the function that moves the focus, for when the list has changed.
 */
export function focusAfterDecision(itemId: string, listId: string, staysInList: boolean): () => void {
  const item = document.getElementById(itemId);
  const next = staysInList ? item : item?.nextElementSibling;
  return () => {
    const place = next instanceof HTMLElement && next.isConnected ? next : document.getElementById(listId);
    place?.focus({ preventScroll: true });
  };
}
