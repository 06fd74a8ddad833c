/** Writes before and after each fault; more in `npm run test:faults`. */
export const writesPerPhase = Number(process.env.FAULT_WRITES ?? 40);
