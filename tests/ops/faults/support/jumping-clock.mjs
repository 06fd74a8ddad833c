// Preloaded: each SIGUSR2 moves the clock a day ahead, then back.
const RealDate = Date;
let offsetMs = 0;
const jumpsMs = [24 * 60 * 60 * 1000, -2 * 60 * 60 * 1000, 0];
process.on("SIGUSR2", () => {
  offsetMs = jumpsMs.shift() ?? 0;
});
globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [RealDate.now() + offsetMs] : given));
  }
  static now() {
    return RealDate.now() + offsetMs;
  }
};
