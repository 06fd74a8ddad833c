import { describe, expect, it } from "vitest";
import { guessPaperKind } from "./paper-drop.tsx";

describe("What a signed document is", () => {
  it.each([
    ["Subscription_Agreement signed.pdf", "subscription_agreement"],
    ["Board minutes 25 May.pdf", "board_minutes"],
    ["nominee-deed.pdf", "nominee_agreement"],
    ["schedule of allotment.pdf", "share_schedule"],
  ])("A document's kind is read from the name %s", (name, kind) => {
    expect(guessPaperKind(name, [])).toBe(kind);
  });

  it("A document is of the first missing kind where its name tells nothing", () => {
    expect(guessPaperKind("scan 1.pdf", [])).toBe("subscription_agreement");
    expect(guessPaperKind("scan 2.pdf", ["subscription_agreement", "board_minutes"])).toBe("nominee_agreement");
  });
});
