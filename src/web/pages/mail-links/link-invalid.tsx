import { LinkResult } from "./link-result.tsx";

interface LinkInvalidProps {
  title?: string;
  text: string;
  to: string;
  label: string;
}

export function LinkInvalid({ title = "This link does not work", ...next }: LinkInvalidProps) {
  return <LinkResult picture="broken" title={title} {...next} />;
}
