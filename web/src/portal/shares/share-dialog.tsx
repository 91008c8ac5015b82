import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import type { ShareAnswer } from '@deqiq/contract/examinations/shares.ts';
import { useId, useState } from 'react';
import { personName } from '../../lib/format.ts';
import { useCloseOnBack } from '../../lib/history/close-on-back.ts';
import { Button } from '../../ui/button.tsx';
import type { Language } from '../../ui/language.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { ShareForm } from './share-form.tsx';
import { ShareResult } from './share-result.tsx';
import { shareTexts } from './share-texts.ts';

export type ShareDialogProps = {
  checkup: Checkup;
  language: Language;
  onClose: () => void;
};

/** Creates a link to a checkup, then shows its address and PIN. */
export function ShareDialog({ checkup, language, onClose }: ShareDialogProps) {
  const texts = shareTexts[language];
  const formId = useId();
  const [created, setCreated] = useState<ShareAnswer>();
  const [busy, setBusy] = useState(false);
  useCloseOnBack(true, onClose);
  return (
    <Dialog
      open
      title={created ? texts.ready : texts.title}
      description={[personName(checkup), checkup.name].filter(Boolean).join(' · ')}
      onClose={onClose}
      busy={busy}
      footer={
        created ? (
          <Button onClick={onClose}>{texts.done}</Button>
        ) : (
          <Button type="submit" form={formId} busy={busy}>
            {texts.create}
          </Button>
        )
      }
    >
      {created ? (
        <ShareResult
          created={created}
          language={language}
          hasResult={checkup.xrayFileLinks.length > 0}
        />
      ) : (
        <ShareForm
          formId={formId}
          checkup={checkup}
          language={language}
          setBusy={setBusy}
          onCreated={setCreated}
        />
      )}
    </Dialog>
  );
}
