import { pageWeights } from "./page-weights.ts";

let isOver = false;
for (const { name, bytes, budget } of await pageWeights()) {
  const verdict = bytes > budget ? "OVER" : "ok";
  if (bytes > budget) isOver = true;
  console.log(`${verdict.padEnd(5)}${inKilobytes(bytes).padStart(7)} kB of ${budget / 1000} kB  ${name}`);
}
if (isOver) process.exit(1);

function inKilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
