// @vitest-environment happy-dom
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { DateInput } from "./date-input.tsx";

function Asked() {
  const [value, setValue] = useState("");
  return <DateInput label="Day of issue" value={value} onChange={setValue} />;
}

const shown = () => ["Day", "Month", "Year"].map((name) => (screen.getByLabelText(name) as HTMLInputElement).value);

it.each([
  ["31/02/2026", ["31", "2", "2026"]],
  ["2026-02-31", ["31", "2", "2026"]],
  ["1 Feb 2026", ["1", "2", "2026"]],
  ["1.2.2026", ["1", "2", "2026"]],
])(
  "A date that is pasted into the day box fills all three boxes, even if no calendar has it: %s",
  async (text, boxes) => {
    const { unmount } = render(<Asked />);
    const user = userEvent.setup();
    await user.click(screen.getByLabelText("Day"));
    await user.paste(text);
    expect(shown()).toEqual(boxes);
    unmount();
  },
);

it("An impossible date that is typed into the day box fills all three boxes once its year is there", async () => {
  render(<Asked />);
  await userEvent.setup().type(screen.getByLabelText("Day"), "31/02/2026");
  expect(shown()).toEqual(["31", "2", "2026"]);
});
