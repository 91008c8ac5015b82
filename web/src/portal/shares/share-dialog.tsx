import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import type { ShareAnswer } from '@deqiq/contract/examinations/shares.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import * as texts from '@deqiq/messages/shares/share-dialog.js';
import { useId, useState } from 'react';
import { personName } from '../../lib/format.ts';
import { useCloseOnBack } from '../../lib/history/close-on-back.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { ShareForm } from './share-form.tsx';
import { ShareResult } from './share-result.tsx';

export type ShareDialogProps = {
  checkup: Checkup;
  area: Role;
  onClose: () => void;
};

/** Creates a link to a checkup, then shows its address and PIN. */
export function ShareDialog({ checkup, area, onClose }: ShareDialogProps) {
  const formId = useId();
  const [created, setCreated] = useState<ShareAnswer>();
  const [busy, setBusy] = useState(false);
  useCloseOnBack(true, onClose);
  return (
    <Dialog
      open
      title={created ? texts.ready() : texts.title()}
      description={[personName(checkup), checkup.name].filter(Boolean).join(' · ')}
      onClose={onClose}
      busy={busy}
      footer={
        created ? (
          <Button onClick={onClose}>{texts.done()}</Button>
        ) : (
          <Button type="submit" form={formId} busy={busy}>
            {texts.create()}
          </Button>
        )
      }
    >
      {created ? (
        <ShareResult created={created} hasResult={checkup.xrayFileLinks.length > 0} />
      ) : (
        <ShareForm
          formId={formId}
          checkup={checkup}
          area={area}
          setBusy={setBusy}
          onCreated={setCreated}
        />
      )}
    </Dialog>
  );
}
