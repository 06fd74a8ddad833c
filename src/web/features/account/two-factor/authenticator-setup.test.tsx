import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { SetupCode } from "./authenticator-setup.tsx";

it("The set-up code is black on white with a margin, whatever the theme: cameras read no other", () => {
  const drawn = renderToStaticMarkup(<SetupCode uri="otpauth://totp/Kindling:ada?secret=ABC&issuer=Kindling" />);
  expect([...drawn.matchAll(/fill="([^"]+)"/g)].map(([, colour]) => colour)).toEqual(["#FFFFFF", "#000000"]);
  expect(drawn).not.toMatch(/currentColor|M0 0h7/);
});
