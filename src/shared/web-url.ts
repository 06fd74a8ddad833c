import { hasControlCharacters } from "./control-characters.ts";

/** Whether a link that a member typed may be shown: http or https, with a host, and nothing else. */
export function isWebUrl(text: string): boolean {
  return /^https?:\/\/[^\s/?#@]+([/?#]\S*)?$/i.test(text) && !hasControlCharacters(text) && URL.canParse(text);
}
