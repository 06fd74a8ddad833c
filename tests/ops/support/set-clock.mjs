// Preloaded: the clock is as many milliseconds ahead as the file says, read again with each SIGUSR2.
import { readFileSync } from "node:fs";

const RealDate = Date;
const read = () => Number(readFileSync(process.env.CLOCK_FILE, "utf8"));
let offsetMs = read();
process.on("SIGUSR2", () => {
  offsetMs = read();
});
globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [RealDate.now() + offsetMs] : given));
  }
  static now() {
    return RealDate.now() + offsetMs;
  }
};
