import type { TokenAnswer } from '@deqiq/contract/devices.ts';
import { Copy } from 'lucide-react';
import { useCloseOnBack } from '../../../lib/close-on-back.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { TextInput } from '../../../ui/field/text-input.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { toast } from '../../../ui/overlay/toast.ts';

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
        <Copied label="Token" text={created.token} />
        <Copied label="Address (STOW-RS)" text={`${window.location.origin}/dicom-web/studies`} />
        <p className="text-desk text-muted">
          The device sends it as the header{' '}
          <code className="text-note text-text">Authorization: Bearer …</code>
        </p>
      </div>
    </Dialog>
  );
}

function Copied({ label, text }: { label: string; text: string }) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success(`${label} copied`),
      () => toast.error(failed),
    );
  const failed = 'Could not be copied. Select the text and copy it';
  return (
    <Field label={label}>
      <span className="flex items-center gap-1">
        <TextInput
          readOnly
          value={text}
          aria-label={label}
          onFocus={(event) => event.target.select()}
        />
        <IconButton
          label={`Copy: ${label}`}
          icon={<Copy size={17} aria-hidden="true" />}
          // Without HTTPS there is no clipboard.
          onClick={() => (navigator.clipboard ? void copy() : toast.error(failed))}
        />
      </span>
    </Field>
  );
}
