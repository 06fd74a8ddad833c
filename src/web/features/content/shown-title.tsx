import { fillValues } from "#shared/content/rich-text-outline.ts";
import { useRichTextValues } from "#web/lib/site-content.ts";

/** Readers see the title like this: a question may name the club by `{product}`. */
export const ShownTitle = ({ title }: { title: string }) => fillValues(title, useRichTextValues());
