import { config } from "zod";

/** Zod asks whether it may build functions from text. The pages' policy refuses that, and reports each time it is asked. */
config({ jitless: true });
