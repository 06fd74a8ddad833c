/** A repeatable stream of numbers (mulberry32): the same seed gives the same drawing on every machine. */
export function seededRandom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    between: (low: number, high: number) => low + (high - low) * next(),
    /** A whole number, both ends included. */
    whole: (low: number, high: number) => low + Math.floor((high - low + 1) * next()),
    chance: (probability: number) => next() < probability,
    pick: <T>(items: readonly [T, ...T[]]): T => items[Math.floor(next() * items.length)] ?? items[0],
  };
}

export type Random = ReturnType<typeof seededRandom>;

/** FNV-1a, 32 bits: a seed that stays the same for the same text. */
export function seedFrom(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}
