import { useEffect, useState } from "react";
import { Button } from "./button.tsx";
import { Copy } from "./icons.generated.ts";
import { toast } from "./toast.ts";

interface CopyButtonProps {
  what: string;
  text: string;
}

const saidForMs = 4000;

/** Says that it has copied, on itself and to screen readers. */
export function CopyButton({ what, text }: CopyButtonProps) {
  const [copiedAt, setCopiedAt] = useState<number>();
  useEffect(() => {
    if (copiedAt === undefined) return;
    const timer = setTimeout(() => setCopiedAt(undefined), saidForMs);
    return () => clearTimeout(timer);
  }, [copiedAt]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopiedAt(Date.now());
    } catch {
      toast({
        title: "Copying did not work",
        description: "Please select and copy it by hand.",
        variant: "destructive",
      });
    }
  };
  const isCopied = copiedAt !== undefined;
  return (
    <>
      <Button variant="outline" isSmall className="funds-copy" onClick={() => void copy()}>
        <Copy />
        {isCopied ? "Copied" : "Copy"}
        <span className="sr-only"> {what}</span>
      </Button>
      <span className="sr-only" role="status">
        {isCopied && `${what} copied`}
      </span>
    </>
  );
}
