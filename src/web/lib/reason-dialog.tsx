import { lazy, type ReactNode } from "react";
import type { ReasonDialogProps } from "./reason-form.tsx";

/** Loaded with its first opening: most screens that have it open without a form. `DialogOpener` waits for it. */
export const ReasonDialog = lazy(() =>
  import("./reason-form.tsx").then((file) => ({ default: file.ReasonForm })),
) as unknown as <Answer = unknown>(props: ReasonDialogProps<Answer>) => ReactNode;
