import { spawn } from "node:child_process";

const pagesUrl = "http://127.0.0.1:5173";
const apiPort = "3000";

/** Vite at 5173 proxies /api to the restarting server. */
const server = spawn("npx", ["tsx", "watch", "--clear-screen=false", "src/server/main.ts"], {
  stdio: "inherit",
  env: { ...process.env, PORT: apiPort, APP_URL: process.env.APP_URL ?? pagesUrl },
});
const pages = spawn("npx", ["vite"], { stdio: "inherit" });

for (const child of [server, pages]) {
  child.on("exit", (code) => {
    for (const other of [server, pages]) other.kill("SIGTERM");
    process.exitCode = code ?? 0;
  });
}
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    for (const child of [server, pages]) child.kill(signal);
  });
}
