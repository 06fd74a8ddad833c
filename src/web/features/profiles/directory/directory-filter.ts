import { maximumLineLength } from "#shared/text-limits.ts";
import { parameters } from "#web/lib/address-parameters.ts";

/** What the directory is narrowed down to; empty words leave it as it is. */
export interface DirectoryFilter {
  words: string;
  expertise: string;
  location: string;
}

export const noFilter: DirectoryFilter = { words: "", expertise: "", location: "" };

/** The filter that an address holds, cut to what the API takes. */
export const filterOf = (address: URLSearchParams): DirectoryFilter => ({
  words: textOf(address, parameters.words),
  expertise: textOf(address, parameters.expertise),
  location: textOf(address, parameters.location),
});

const textOf = (address: URLSearchParams, name: string): string =>
  (address.get(name) ?? "").trim().slice(0, maximumLineLength);

/** The address with another filter. The profile that was open is closed: it may not be in the list any more. */
export function withFilter(address: URLSearchParams, change: Partial<DirectoryFilter>): URLSearchParams {
  const next = new URLSearchParams(address);
  next.delete(parameters.member);
  for (const [part, value] of Object.entries(change)) {
    const name = parameters[part as keyof DirectoryFilter];
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** Whether two spellings name the same skill or place. */
export const isSameTerm = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
