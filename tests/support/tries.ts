/** Of 1,000 tries at random, how many this run makes: 50, and all of them at night. */
const perThousand = Number(process.env.FAST_CHECK_RUNS ?? 50);

/**
 * The number of tries of a property test: `atNight` with FAST_CHECK_RUNS=1000, and never fewer than `atLeast`.
 * @param atMostByDay of tries that take long.
 */
export const tries = (atNight: number, atLeast = 20, atMostByDay = Number.POSITIVE_INFINITY): number => {
  const runs = Math.max(atLeast, Math.round((atNight * perThousand) / 1000));
  return perThousand < 1000 ? Math.min(runs, Math.max(atLeast, atMostByDay)) : runs;
};
