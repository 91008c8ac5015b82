import * as texts from '@deqiq/messages/office/referrals.js';
import { ScanQrCode } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { showError } from '../../../../ui/overlay/confirm.tsx';

type ScanButtonProps = {
  /** Returns false for a text without the code of a referral or a patient. */
  onText: (text: string) => boolean;
};

/** On a phone or tablet: opens the camera for a photo of a QR slip, and passes on its text. */
export function ScanButton({ onText }: ScanButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);

  async function read(photo: File | undefined): Promise<void> {
    if (!photo) return;
    setBusy(true);
    try {
      const { readQr } = await import('./read-qr.ts');
      const text = await readQr(photo);
      if (text === undefined || !onText(text)) await showError(texts.noQrCode());
    } catch {
      await showError(texts.noQrCode());
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button
        variant="outline"
        icon={<ScanQrCode size={18} aria-hidden="true" />}
        busy={busy}
        className="hidden pointer-coarse:inline-flex"
        onClick={() => input.current?.click()}
      >
        {texts.scan()}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={texts.scan()}
        onChange={({ currentTarget }) => {
          void read(currentTarget.files?.[0]);
          // The same photo may be chosen again.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
