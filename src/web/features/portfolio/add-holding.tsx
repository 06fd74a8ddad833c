import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { Button } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";

const holdingDialog = lazyPage<{ isOpen: boolean; onClose: () => void }>(() =>
  import("./typed/holding-dialog.tsx").then((file) => file.HoldingDialog),
);

/** Of what was not bought through the club. */
export const AddHolding = () => (
  <DialogOpener
    button={(open) => (
      <Button variant="outline" isSmall onClick={open}>
        Add a holding of your own
      </Button>
    )}
    dialog={(state) => <Page page={holdingDialog} {...state} />}
  />
);
