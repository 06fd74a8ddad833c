import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import subsetFont from "subset-font";

/** Subsets weights and letters: Latin first, others load on demand. `fonts.css` has the same ranges. */
const folder = new URL("../../src/web/fonts/", import.meta.url);
const { resolve } = createRequire(import.meta.url);
// Headings start at 18 px; type.css caps optical size at 72.
const upright = { wght: { min: 400, max: 560 }, opsz: { min: 18, max: 72 } };
const fonts = [
  { name: "fraunces", source: "fraunces/files/fraunces-latin-opsz-normal.woff2", variationAxes: upright },
  {
    name: "fraunces-italic",
    source: "fraunces/files/fraunces-latin-opsz-italic.woff2",
    variationAxes: { wght: 380, opsz: 32 },
  },
  {
    name: "inter",
    source: "inter/files/inter-latin-wght-normal.woff2",
    variationAxes: { wght: { min: 400, max: 600 } },
  },
];
/** Letters of our pull quotes; `tests/articles.test.ts` fails when one is missing. */
const ofQuotes = "0020,0025,002C-002E,0030-003A,003F,0041-0050,0052-0057,0059,0061-007A,2019";
const sets = {
  english:
    "0020-007E,00A0,00A3,00A9,00AB,00B7,00BB,00D7,00F7,2009,2011,2013-2014,2018-2019,201C-201D,2022,2026,20AC,2190-2193,2212",
  accents:
    "00A1-00A2,00A4-00A8,00AA,00AC,00AE-00B6,00B8-00BA,00BC-00D6,00D8-00F6,00F8-00FF,0131,0152-0153,02C6,02DA,02DC",
};
/** Of names, such as Świętosława Nguyễn: files of their own at the source too. */
const nameSets = {
  "latin-ext": "0100-0130,0132-0151,0154-017F,01CD-01DC,01E6-01E7,01EA-01EB,0218-021B,1E80-1E85,1E9E",
  vietnamese: "01A0-01A1,01AF-01B0,1EA0-1EF9",
};

mkdirSync(folder, { recursive: true });
for (const { name, source, variationAxes } of fonts) {
  for (const [set, ranges] of Object.entries({ ...sets, ...nameSets })) {
    const isOfQuotes = name === "fraunces-italic";
    if (isOfQuotes && set !== "english") continue;
    const file = set in nameSets ? source.replace("-latin-", `-${set}-`) : source;
    const whole = readFileSync(resolve(`@fontsource-variable/${file}`));
    const font = await subsetFont(whole, lettersOf(isOfQuotes ? ofQuotes : ranges), {
      targetFormat: "woff2",
      variationAxes,
    });
    writeFileSync(new URL(`${name}-${set}.woff2`, folder), font);
    console.log(`${name}-${set}.woff2 ${(font.length / 1000).toFixed(1)} kB`);
  }
}

/** Documents: static, as PDF takes no variable fonts, with Greek and Cyrillic for names. */
const documents = new URL("../../src/server/platform/pdf/fonts/", import.meta.url);
const documentLetters = `${sets.english},00A0-024F,0259,0300-0304,0306-0308,030A-030C,0327-0328,0386-03CE,0400-045F,0490-0493,1E00-1EFF,2010-2015,201A,201E,2032-2033,20A0-20BF`;
mkdirSync(documents, { recursive: true });
for (const weight of ["Regular", "SemiBold"]) {
  const whole = readFileSync(resolve(`inter-ui/web/Inter-${weight}.woff2`));
  const font = await subsetFont(whole, lettersOf(documentLetters), { targetFormat: "truetype" });
  writeFileSync(new URL(`inter-${weight.toLowerCase()}.ttf`, documents), font);
  console.log(`inter-${weight.toLowerCase()}.ttf ${(font.length / 1000).toFixed(1)} kB`);
}

/**
 * The fonts are for names that Inter has no letters for; each is loaded by the documents that need it. Arabic has its joined
 * forms.
 */
const ranges = {
  arabic: "0600-06FF,0750-077F,FB50-FDFF,FE70-FEFC",
  hebrew: "0591-05F4,FB1D-FB4F",
  thai: "0E01-0E5B",
  hangul: "AC00-D7A3",
};
const scripts = [
  { name: "arabic", source: "arabic/400Regular/NotoSansArabic", letters: lettersOf(ranges.arabic) },
  { name: "hebrew", source: "hebrew/400Regular/NotoSansHebrew", letters: lettersOf(ranges.hebrew) },
  { name: "thai", source: "thai/400Regular/NotoSansThai", letters: lettersOf(ranges.thai) },
  { name: "hangul", source: "kr/400Regular/NotoSansKR", letters: lettersOf(ranges.hangul) },
  { name: "han", source: "sc/400Regular/NotoSansSC", letters: hanLetters() },
];
for (const { name, source, letters } of scripts) {
  const whole = readFileSync(resolve(`@expo-google-fonts/noto-sans-${source}_400Regular.ttf`));
  const font = await subsetFont(whole, letters, { targetFormat: "truetype", noLayoutClosure: true });
  writeFileSync(new URL(`noto-${name}.ttf`, documents), font);
  console.log(`noto-${name}.ttf ${(font.length / 1000).toFixed(1)} kB`);
}

/** What the character sets of China, Taiwan and Japan have in common use: 16,500 letters of 90,000. */
function hanLetters(): string {
  const isTaken = (letter: string) => /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]$/u.test(letter);
  const sets = [
    { decoder: new TextDecoder("gbk"), firsts: [0xb0, 0xf7], seconds: [0xa1, 0xfe] },
    { decoder: new TextDecoder("big5"), firsts: [0xa4, 0xf9], seconds: [0x40, 0xfe] },
    { decoder: new TextDecoder("euc-jp"), firsts: [0xa4, 0xf4], seconds: [0xa1, 0xfe] },
  ];
  const between = ([first = 0, last = 0]: readonly number[]) =>
    Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
  const letters = sets.flatMap(({ decoder, firsts, seconds }) =>
    between(firsts).flatMap((first) =>
      between(seconds)
        .map((second) => decoder.decode(Uint8Array.of(first, second)))
        .filter(isTaken),
    ),
  );
  return [...new Set(letters)].join("");
}

function lettersOf(ranges: string): string {
  return ranges
    .split(",")
    .flatMap((range) => {
      const [first = 0, last = first] = range.split("-").map((code) => Number.parseInt(code, 16));
      return Array.from({ length: last - first + 1 }, (_, offset) => String.fromCodePoint(first + offset));
    })
    .join("");
}
