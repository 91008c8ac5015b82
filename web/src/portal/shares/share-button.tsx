import type { Checkup } from '@deqiq/contract/checkups.ts';
import { Upload } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';

// Loaded with the first press: lists are shown without it.
const ShareDialog = lazy(async () => ({
  default: (await import('./share-dialog.tsx')).ShareDialog,
}));

/** Opens the dialog that shares a checkup; nothing while it has no files. */
export function ShareButton({ checkup }: { checkup: Checkup }) {
  const [open, setOpen] = useState(false);
  if (checkup.fileLinks.length + checkup.xrayFileLinks.length === 0) return null;
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        icon={<Upload size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
        className="justify-self-start"
      >
        Paylaş
      </Button>
      {open && (
        <Suspense>
          <ShareDialog checkup={checkup} language="az" onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
