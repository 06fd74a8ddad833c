import { promisify } from "node:util";
import { crc32, deflate } from "node:zlib";
import { createMiddleware } from "hono/factory";
import { type Brand, brandColours } from "#shared/settings/brand-colours.ts";
import { hasSampleBrand } from "#shared/settings/sample-identity.ts";
import type { Club } from "#shared/settings/settings.ts";
import type { HttpEnvironment } from "../http/http-context.ts";

/** Sides in pixels by address; an SVG has none. The files of these names are the sample club's. */
const icons: Record<string, number | null> = {
  "/favicon.svg": null,
  "/apple-touch-icon.png": 180,
  "/icon-192.png": 192,
  "/icon-512.png": 512,
};

/** A real club that has uploaded no icon gets one in its colours; where it has, these addresses lead to that. */
export function clubIcons(readClub: () => Promise<Club>) {
  // Drawn once for the colours of a club, by side.
  let drawn = { colours: "", pngs: new Map<number, Promise<Uint8Array<ArrayBuffer>>>() };
  const pngOf = (brand: Brand, side: number) => {
    const colours = Object.values(brandColours(brand)).join();
    if (drawn.colours !== colours) drawn = { colours, pngs: new Map() };
    const png = drawn.pngs.get(side) ?? pngIcon(brand, side);
    drawn.pngs.set(side, png);
    return png;
  };
  return createMiddleware<HttpEnvironment>(async (c, next) => {
    const side = icons[c.req.path];
    if (side === undefined) return next();
    const club = await readClub();
    if (hasSampleBrand(club)) return next();
    const { brand } = club;
    c.header("cache-control", "no-cache");
    if (brand.icon_url) return c.redirect(brand.icon_url);
    if (side === null) return c.body(svgIcon(brand), 200, { "content-type": "image/svg+xml" });
    return c.body(await pngOf(brand, side), 200, { "content-type": "image/png" });
  });
}

/** In shares of the side: a ring around a point. */
const ring = { outer: 0.32, inner: 0.22 };
const point = 0.1;

const svgIcon = (brand: Brand): string => {
  const { "pine-fill": ground, amber } = brandColours(brand);
  const middle = (ring.outer + ring.inner) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" rx="14" fill="${ground}"/><circle cx="50" cy="50" r="${100 * middle}" fill="none" stroke="#fff" stroke-width="${100 * (ring.outer - ring.inner)}"/><circle cx="50" cy="50" r="${100 * point}" fill="${amber}"/></svg>`;
};

const compress = promisify(deflate);

/** https://www.w3.org/TR/png-3/: 8-bit RGB, each row after a filter byte of 0. */
async function pngIcon(brand: Brand, side: number): Promise<Uint8Array<ArrayBuffer>> {
  const { "pine-fill": ground, amber } = brandColours(brand);
  const [groundRgb, pointRgb, white] = [ground, amber, "#ffffff"].map((colour) => Buffer.from(colour.slice(1), "hex"));
  const rows = Buffer.alloc(side * (1 + 3 * side));
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const distance = Math.hypot(x + 0.5 - side / 2, y + 0.5 - side / 2) / side;
      const isRing = distance < ring.outer && distance > ring.inner;
      const rgb = distance < point ? pointRgb : isRing ? white : groundRgb;
      rgb?.copy(rows, y * (1 + 3 * side) + 1 + 3 * x);
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  // Bit depth and colour type; compression, filter and interlace methods are 0.
  head.set([8, 2], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = await compress(rows);
  return new Uint8Array(Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", data), chunk("IEND")]));
}

function chunk(type: string, data: Uint8Array = new Uint8Array()): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
