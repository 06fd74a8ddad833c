import { fillValues } from "#shared/content/rich-text-outline.ts";
import { useRichTextValues } from "#web/lib/site-content.ts";

/** As readers see it: a question may name the club by `{product}`. */
export const ShownTitle = ({ title }: { title: string }) => fillValues(title, useRichTextValues());
