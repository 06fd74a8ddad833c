import { expect, it } from "vitest";
import { deriveKeys } from "./derive-keys.ts";

const secret = "a secret of thirty-two characters";

it("Every purpose has a different derived key, none of them equal to the secret", () => {
  const keys = Object.values(deriveKeys(secret));
  expect(new Set([secret, ...keys]).size).toBe(keys.length + 1);
  for (const key of keys) expect(key).toMatch(/^[\w-]{43}$/);
});

it("Keys are derived alike at every start, so that sessions and links survive a restart", () => {
  expect(deriveKeys(secret).refreshTokens).toBe("SKeT10MOR__gCLjb1DorX_JuQNRU4flKtxe_tCqFX58");
  expect(deriveKeys(secret)).toEqual(deriveKeys(secret));
});

it("Another secret has other derived keys", () => {
  const others = new Set(Object.values(deriveKeys("another secret of thirty-two char")));
  expect(Object.values(deriveKeys(secret)).filter((key) => others.has(key))).toEqual([]);
});
