/** What the parts of the server say while an operator waits at the terminal: troubles alone, as words. */
export const operatorLog = {
  debug() {},
  info() {},
  warn: (...said: unknown[]) => void process.stderr.write(`${said.filter((part) => typeof part === "string")}\n`),
  error: (...said: unknown[]) => void process.stderr.write(`${said.filter((part) => typeof part === "string")}\n`),
};
