/** Of 1,000 tries at random, how many this run makes: 50, and all of them at night. */
const perThousand = Number(process.env.FAST_CHECK_RUNS ?? 50);

/** The number of tries of a property test: `atNight` with FAST_CHECK_RUNS=1000, and never fewer than `atLeast`. */
export const tries = (atNight: number, atLeast = 20): number =>
  Math.max(atLeast, Math.round((atNight * perThousand) / 1000));
