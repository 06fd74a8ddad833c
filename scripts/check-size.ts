import { pageWeights } from "./page-weights.ts";

let isOver = false;
for (const { name, bytes, budget, scripts } of await pageWeights()) {
  const isTooMuch = bytes > budget || (scripts && scripts.count > scripts.budget);
  if (isTooMuch) isOver = true;
  const verdict = isTooMuch ? "OVER" : "ok";
  const count = scripts ? `${scripts.count} of ${scripts.budget} scripts  ` : "";
  console.log(`${verdict.padEnd(5)}${inKilobytes(bytes).padStart(7)} kB of ${budget / 1000} kB  ${count}${name}`);
}
if (isOver) process.exit(1);

function inKilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
