/** Joins the class names that apply; a false or missing one is left out. */
export const classNames = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(" ");
