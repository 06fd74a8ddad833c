import { readFileSync } from "node:fs";

export interface Instruction {
  name: string;
  text: string;
}

/** Instructions by stage; the last, unnamed one is "". */
export function readStages(file: string): Map<string, Instruction[]> {
  const stages = new Map<string, Instruction[]>();
  let stage: Instruction[] = [];
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const [, name, text = ""] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (!name) continue;
    if (name === "FROM") {
      stage = [];
      stages.set(/ AS (\w+)$/.exec(text)?.[1] ?? "", stage);
    } else stage.push({ name, text });
  }
  return stages;
}

export const textsOf = (stage: Instruction[] | undefined, name: string): string[] =>
  (stage ?? []).filter((instruction) => instruction.name === name).map(({ text }) => text);
