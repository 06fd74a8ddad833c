const key = "offline-page";

export const isOfflinePageOn = (): boolean => localStorage.getItem(key) !== "off";

export function switchOfflinePage(isOn: boolean): void {
  if (isOn) localStorage.removeItem(key);
  else localStorage.setItem(key, "off");
  void applyOfflinePage();
}

/** Without a service worker, as in a private window, the browser's own page is shown. */
export async function applyOfflinePage(): Promise<void> {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  const work = isOfflinePageOn()
    ? workers.register("/service-worker.js")
    : workers.getRegistration().then((registration) => registration?.unregister());
  await work.catch(() => {});
}
