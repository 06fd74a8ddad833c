import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const css = readFileSync(new URL("../src/web/styles/fonts.css", import.meta.url), "utf8");

/** Of the upright faces of a family, which `unicode-range` selects by letter. */
const covers = (family: string, letter: string): boolean =>
  css
    .split("@font-face")
    .filter((face) => face.includes(`"${family}"`) && face.includes("font-style: normal"))
    .flatMap((face) => [...face.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)])
    .some(([, first = "", last = first]) => {
      const code = letter.codePointAt(0) ?? 0;
      return code >= Number.parseInt(first, 16) && code <= Number.parseInt(last, 16);
    });

it.each(["Inter Variable", "Fraunces Variable"])("%s has the letters of names in Latin script", (family) => {
  const names = "Åsa Świętosława Żółć Đặng Thị Nguyễn Ơn Lưu Ștefan Țiriac Řehoř Ğül Ināra Őri Ħal Ŵyn İpek ẞ";
  const letters = [...new Set(names.normalize("NFC").replaceAll(" ", ""))];
  expect(letters.filter((letter) => !covers(family, letter))).toEqual([]);
});
