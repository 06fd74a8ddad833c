import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** What is owed to people, the file that shows it, and the name of the test there. */
export type CatalogueRow = readonly [said: string, file: string, test: string];

/** Holds a table of promises to the tests that keep them: each names the words and runs under that name. */
export function expectShown(catalogue: readonly CatalogueRow[]): void {
  it.each(catalogue)("“%s” is made to happen in %s: %s", (said, file, test) => {
    const source = readFileSync(file, "utf8");
    expect(source).toContain(said);
    expect(source).toMatch(new RegExp(`\\b(it|test)(\\.each\\([\\s\\S]*?\\))?\\(\\s*["\`]${escaped(test)}["\`]`));
    expect(source).not.toMatch(/\b(it|test|describe)\.(skip|only|todo|fixme|failing)\b/);
  });
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
