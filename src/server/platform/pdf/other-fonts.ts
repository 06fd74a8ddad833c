/** For letters that Inter does not have, beside its files. Each is in one weight. */
const otherFonts = [
  { file: "noto-han.ttf", script: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u },
  { file: "noto-hangul.ttf", script: /\p{Script=Hangul}/u },
  { file: "noto-arabic.ttf", script: /\p{Script=Arabic}/u },
  { file: "noto-hebrew.ttf", script: /\p{Script=Hebrew}/u },
  { file: "noto-thai.ttf", script: /\p{Script=Thai}/u },
] as const;

/** The files of those that a text needs. */
export const otherFontFiles = (text: string): string[] =>
  otherFonts.filter(({ script }) => script.test(text)).map(({ file }) => file);
