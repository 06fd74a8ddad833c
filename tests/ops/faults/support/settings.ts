/** How many writes a test waits for before and after its fault; `npm run test:faults` asks for many more than CI. */
export const writesPerPhase = Number(process.env.FAULT_WRITES ?? 40);
