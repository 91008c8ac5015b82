import type { TokenAnswer } from '@deqiq/contract/machines/devices.ts';
import * as texts from '@deqiq/messages/office/devices.js';
import { useCloseOnBack } from '../../../lib/history/close-on-back.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/field/copy-field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';

const HEADER = 'Authorization: Bearer …';

/** The token of a device, which the server shows once, and the address it sends to. */
export function TokenDialog({ created, onClose }: { created: TokenAnswer; onClose: () => void }) {
  useCloseOnBack(true, onClose);
  return (
    <Dialog
      open
      title={texts.token()}
      description={created.device.name}
      onClose={onClose}
      footer={<Button onClick={onClose}>{texts.done()}</Button>}
    >
      <div className="grid gap-4">
        <p className="text-desk text-muted">{texts.tokenExplanation()}</p>
        {renderCopyField(texts.token(), created.token)}
        {renderCopyField(texts.stowAddress(), `${window.location.origin}/dicom-web/studies`)}
        <p className="text-desk text-muted">
          {texts.tokenHeader()} <code className="text-note text-text">{HEADER}</code>
        </p>
      </div>
    </Dialog>
  );
}

const renderCopyField = (label: string, text: string) => (
  <CopyField
    label={label}
    text={text}
    copyLabel={texts.copy({ label })}
    copied={texts.copied({ label })}
    failed={texts.copyFailed()}
  />
);
