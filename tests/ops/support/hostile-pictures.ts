import { crc32, deflateSync, gunzipSync } from "node:zlib";
import sharp from "sharp";

const avif8000 = `
H4sIAAAAAAACA2NgYJBJK6ksSCzLTGMAgtzMNEMQOzczEchnLMhNLUlkgADFjJScIiiboSAzuYQBDZhk5uQngxguDgxMDIwgFuMUCM3AwOwOFAMCltswES
YtIGGRmZmXBuECsSiQkwpWBlSTWGZgyIAiyIQQ5CvILMllgKpkWJ9ZUFQApLsyC5LzgTRPYpmhc6M9WJNIZnFBKsRGeQcIZhAoyKzIBLuKg4MDrl5eBmoy
RI4RJGORWFrhDOKVFuVZ5RakpoMJJ6vkzOQCq+LK4pLU3GIroJrMnMzEokqrxJyCDHB4yWYW5MICDhgWzI1MzAxMLC1MrG1AAanMotQ0qCQfUHMOOLiAHm
GtzE1JLBFi4OKy/2xX//nbBIELmUbb2ATknxzlvP///6PzBxoYMs+f0vouWXk3VHn/kogj2sWzI189ZbRmOfUxzKU40+j+YsXm7h//69mNNRcsPmL5lO/H
1Tlv1vLm3TF6ezCh8sVDfT+mbcGTF/6dcfHsgiix3BX3lItTJqfuM5suOnvqlNIprfn1L58w5qmp/pLhNTRIR1g1xfbcLTFOT74LJe+MN29fr9Til+LOVr
ZR01/EeJnjGY7TrVKMty9dlb7tdkyxs6nk4IKn72aY8uzyOOe27vT83yt29jwJfCPy98/JN1xHTgheSnezjtm9WDuml7HRXftS1tm/CItmru46e/xT152p
7csX/dUots5sCHl5LdWvlvuN68v+huNPhe4HGcZ7GFp+nS2t6xIXXnY6yXvrt+ij+7IvbLk7d1191p3Lb3be+m3lyeS8x0tB3uZU5T2bo70HVWQXXuefUz
bpQ/z5U5pCJ2cLnXy8+vbvK4yOijb506L4Jr5oErs7JU5/2tUiR/v5Fl6rTm39vrfmaLGLFmcY+z6pvlPWqUefx9xs78n0WM6Q3uOpevmNENcEz4K82RXG
wb+qQ1/e+x0+q4s909X6wPDxSTLtfXLtA+080fkBmI3Y5UHZ6J+o0RwWAXnF/48aGNy+qseXHXY1e3ZIXXVejYhrS+B6lmlqk3vuv7SKfcwrnXPoVeftv9
tdVK1vWNq+VRVsbA/n/LdkaUj11M3Nn9e5Wcd2WDXHll5Z2eACNsd5t8rfl8++MvvwCqqKSW7y95C13futwijuaF9rWb+12/6JP+/900423X0oU1Elfbfm
59fRHSvnXp4YYfHgyleGwm8PwKYcamU7sXvbca5vD65scmW9oJgmc+Z+qlPVm7xZJYVSf3dpW7uGfFr7dKFgfYvzj907Nrfz/M7/FBjt8LOYb9F1GcU+Hw
ebL+f4YyIZfv2/9fG+1413CXs3yKbEqC+MDS51/djiWZi8YN+5n+4x+5jOczUfKr77xjk0ROXQ/6llv+fPXcBnd2cwuMGJYjcoNJDvAC4ARcc6iAUHAAA=
`;

const avif6000 = `
H4sIAAAAAAACA2NgYJBJK6ksSCzLTGMAgtzMNEMQOzczEcS/lptaksgAAYoZKTlFUDZDQWZyCQMaUMrMyU8GMVwcGBiBEAR+QWkGJmsgoZyZmQe2BiwqCu
SkMkF5iWUGhiAmX0FmSS5cSVhmQVEBkLbILEjOB9I8iWWGzo32YE0imcUFqRDDxQsgmEGgILMiEyTCzMHBAaTEMgtyYe4HOom5kYkZ6BTn3JTEEiEGLi77
z3r3y75NELiQabSKRdj+ZJfw/v//j85vBIbD+VNa3yUr74Yq718ScUS7eHbkq6eM1iynPoa5FGca3V+s2Nz94389u7HmgsVHLJ/y/bg6581a3vxXxRaG5y
9cvzJtmYURa2Zs45u9EyUCDR/WOnLskWxkkn5TmHGN+4WdnYLhpwmmdZd7/nxU2PA6PeeCTEIPwroptuduiXF68l0oeWe8eft6pRa/FHe2so2a/iLGyxzP
cJxulWK8femq9G23Y8GVWkoV3Xf1TrxqnVlmvPvU2xrB5urLRrPrDHP7z82t39C9/U/E9BsGumsENTc9VJ27dx/7lbPs2zMb5jJHmr9iXZvf/U4pvNZWgf
FQgGk3D9dt5hPqe4TVbn0M+4BwzczVXWePf+q6M7V9+aK/GsXWmQ0hL6+l+tVyv3F92d9w/KnQ/SDDeA/jF9n3et5+Y8+4ezY5bkm9l8WnJ5/zVrXfqwm+
FHvv/yPnZYb6cot90rsCLD5u/xj7X+Lbm4LVfcpLMmPqXW2qXucXMWklhBbavDp9x6Jm6RR+S7t5u/k2s20PeTh5382ZUxvOn9IUOjlb6OTj1bd/X2F0VL
TJnxbFN/FFk9jdKXH6064WOdrPt/BadWrr9701R4vdFygmyT4/eS+LdUr+qqDsqQpL+wzEmf2v8FzwOJitvCA37alY44+mA3m6eieLTyafkZmyn8nLau3S
+GOSTNOT6w+EK594aMXt+ff7hdKSc5tfGa7YOjuUzXupoInATI0zTS+bHBwWVV1XAAD3xTHtNQMAAA==
`;

const webp8000 = "UklGRhoAAABXRUJQVlA4TA4AAAAvP9/PBwcQEf0PRET/Aw==";

/** Decompression bombs by name. */
export const hostilePictures = async (): Promise<[name: string, file: Buffer][]> => [
  ["AVIF of 8000 × 8000 with transparency", gunzipSync(Buffer.from(avif8000, "base64"))],
  ["AVIF of 6000 × 6000", gunzipSync(Buffer.from(avif6000, "base64"))],
  ["interlaced PNG of 6000 × 6000 with 16 bits a sample", interlacedPng(6000)],
  ["GIF of 6000 × 6000", await gif(6000)],
  ["WebP of 8000 × 8000", Buffer.from(webp8000, "base64")],
];

/** All black and transparent; 8 bytes per decoded pixel. */
function interlacedPng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // 16 bits, RGBA, Adam7.
  header.set([16, 6, 0, 0, 1], 8);
  const rowsOfAllPasses = side * 2;
  const pixels = deflateSync(Buffer.alloc(side * side * 8 + rowsOfAllPasses), { level: 1 });
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

const gif = (side: number): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 3, background: "black" } })
    .gif({ effort: 1 })
    .toBuffer();
