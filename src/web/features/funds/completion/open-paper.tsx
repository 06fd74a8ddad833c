import type { ComponentProps } from "react";
import { OpenFile } from "#web/lib/open-file.tsx";

interface OpenPaperProps extends Omit<ComponentProps<typeof OpenFile>, "path"> {
  id: string;
}

export const OpenPaper = ({ id, ...rest }: OpenPaperProps) => <OpenFile path={`/papers/${id}`} {...rest} />;
