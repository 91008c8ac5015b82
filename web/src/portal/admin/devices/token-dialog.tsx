import type { TokenAnswer } from '@deqiq/contract/machines/devices.ts';
import { useCloseOnBack } from '../../../lib/history/close-on-back.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/field/copy-field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';

/** The token of a device, which the server shows once, and the address it sends to. */
export function TokenDialog({ created, onClose }: { created: TokenAnswer; onClose: () => void }) {
  useCloseOnBack(true, onClose);
  return (
    <Dialog
      open
      title="Token"
      description={created.device.name}
      onClose={onClose}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div className="grid gap-4">
        <p className="text-desk text-muted">
          Copy the token to the device now: it is shown once. It allows sending studies and nothing
          else. A machine that sends by the DICOM intake process needs no token.
        </p>
        {renderCopyField('Token', created.token)}
        {renderCopyField('Address (STOW-RS)', `${window.location.origin}/dicom-web/studies`)}
        <p className="text-desk text-muted">
          The device sends it as the header{' '}
          <code className="text-note text-text">Authorization: Bearer …</code>
        </p>
      </div>
    </Dialog>
  );
}

const renderCopyField = (label: string, text: string) => (
  <CopyField
    label={label}
    text={text}
    copyLabel={`Copy: ${label}`}
    copied={`${label} copied`}
    failed="Could not be copied. Select the text and copy it"
  />
);
