const lookMilliseconds = 500;

/** npm sends SIGTERM only to its shell, which dies and orphans this process. */
export function followNpm(env: NodeJS.ProcessEnv, stop: () => void): void {
  if (!env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(look);
    stop();
  }, lookMilliseconds);
  look.unref();
}
