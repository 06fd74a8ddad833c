import { orNaN, readCount } from "#shared/typed-numbers.ts";

export interface ChangeValues {
  /** Whole shares, as typed. */
  shares: string;
  reason: string;
}

/** What cannot be read becomes a value that the schema refuses at its field. */
export const toChangeInput = ({ shares, reason }: ChangeValues) => ({ shares: orNaN(readCount(shares)), reason });
