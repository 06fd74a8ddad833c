// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { useDebounced } from "./use-debounced.ts";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it("useDebounced gives its first value until another one has rested", () => {
  vi.useFakeTimers();
  const { result, rerender } = renderHook(({ value }) => useDebounced(value, 500, ""), {
    initialProps: { value: "£520.00" },
  });
  const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  wait(400);
  rerender({ value: "£83,200.00" });
  wait(499);
  expect(result.current).toBe("");
  wait(1);
  expect(result.current).toBe("£83,200.00");
});
