import { IconButton } from "#web/ui/button.tsx";
import { Copy } from "#web/ui/icons.generated.ts";
import { copySecret } from "./copy-secret.ts";

/** For apps that cannot scan the QR code. */
export function SetupKey({ totpUri }: { totpUri: string }) {
  const key = new URL(totpUri).searchParams.get("secret") ?? "";
  return (
    <div className="flex items-start justify-between gap-3">
      <p className="code min-w-0 pt-2.5" translate="no">
        {inGroups(key)}
      </p>
      <IconButton
        label="Copy the key"
        variant="outline"
        className="flex-none"
        onClick={() => copySecret(key, "The key is on your clipboard.")}
      >
        <Copy />
      </IconButton>
    </div>
  );
}

/** Groups of four characters. */
const inGroups = (key: string): string => key.replace(/.{4}(?=.)/g, "$& ");
