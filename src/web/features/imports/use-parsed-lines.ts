import { useDeferredValue, useMemo } from "react";
import { type ParsedLine, parseImport, parseLine } from "#shared/imports.ts";

const rememberedLines = 20_000;
const read = new Map<string, ReturnType<typeof parseLine>>();

/** Deferred; only changed lines are parsed again. */
export function useParsedLines(text: string): ParsedLine[] {
  const settled = useDeferredValue(text);
  return useMemo(() => parseImport(settled, readOnce), [settled]);
}

function readOnce(input: string) {
  const known = read.get(input);
  if (known) return known;
  if (read.size >= rememberedLines) read.clear();
  const line = parseLine(input);
  read.set(input, line);
  return line;
}
