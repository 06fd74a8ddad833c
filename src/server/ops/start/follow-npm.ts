const lookMilliseconds = 500;

/**
 * Calls `stop` when npm, which started this process through a shell, is stopped: it passes SIGTERM on to that shell
 * alone, which dies of it and would leave a club behind that nobody knows of.
 */
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
