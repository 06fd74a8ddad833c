import { feel } from "./feel.ts";
import { membersArea } from "./members-area.ts";
import { isMet } from "./support/figure.ts";

/** One chapter of the bench by itself: `npm run bench:feel`, `npm run bench:members-area`. */
const parts = { feel, "members-area": membersArea };

const part = parts[process.argv[2] as keyof typeof parts];
const figures = await part.measure({ isQuick: false });
console.log(part.title);
console.table(
  figures.map(({ name, value, unit, goal, note }) => ({ name, value, unit, ...goal, ...(note && { note }) })),
);
const missed = figures.filter((figure) => !isMet(figure));
if (missed.length > 0) {
  console.error(`Missed: ${missed.map(({ name }) => name).join(", ")}`);
  process.exit(1);
}
