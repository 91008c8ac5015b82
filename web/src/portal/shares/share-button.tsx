import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import * as texts from '@deqiq/messages/shares/share-button.js';
import { Share2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

// Loaded with the first press: lists are shown without it.
const ShareDialog = lazy(async () => ({
  default: (await import('./share-dialog.tsx')).ShareDialog,
}));

type ShareButtonProps = {
  checkup: Checkup;
  /** Without its word, as in the viewer. */
  iconClass?: string;
};

/** Opens the dialog that shares a checkup; nothing while it has no result: the doctor's own slip is none. */
export function ShareButton({ checkup, iconClass }: ShareButtonProps) {
  const [open, setOpen] = useState(false);
  if (checkup.xrayFileLinks.length === 0) return null;
  const onClick = () => setOpen(true);
  return (
    <>
      {iconClass ? (
        <IconButton
          label={texts.share()}
          icon={<Share2 size={19} aria-hidden="true" />}
          onClick={onClick}
          className={iconClass}
        />
      ) : (
        <Button
          variant="outline"
          size="sm"
          icon={<Share2 size={16} aria-hidden="true" />}
          onClick={onClick}
          className="justify-self-start"
        >
          {texts.share()}
        </Button>
      )}
      {open && (
        <Suspense>
          <ShareDialog checkup={checkup} area="partner" onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
