/** Understands "Last, First". Empty without a name. */
export function firstNameOf(name: string): string {
  const [before = "", after = ""] = name.split(",").map((part) => part.trim().split(/\s+/)[0] ?? "");
  return after === "" || isTitle.test(after) ? before || after : after;
}

/** Titles after a comma: "Anna Hale, PhD". */
const isTitle = /^(ph\.?d|d\.?phil|md|mba|msc|bsc|obe|mbe|cbe|cfa|aca|acca|fca|kc|qc|jn?r|sn?r|esq|i{2,3}|iv)\b/i;
