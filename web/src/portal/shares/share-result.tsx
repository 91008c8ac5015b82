import type { ShareAnswer } from '@deqiq/contract/shares.ts';
import { Copy, MessageCircle, Upload } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { formatMoment } from '../../lib/format.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Field } from '../../ui/field/field.tsx';
import { TextInput } from '../../ui/field/text-input.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { Language } from '../../ui/language.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { shareTexts } from './share-texts.ts';

const QrCode = lazy(() => import('../second-factor/qr-code.tsx'));

/** The new link: its address and PIN, which the server shows once, and the ways to send it. */
export function ShareResult({ created, language }: { created: ShareAnswer; language: Language }) {
  const { url, pin, share } = created;
  const texts = shareTexts[language];
  const message = `${texts.message} ${url}`;
  return (
    <div className="grid gap-4">
      <p className="text-desk text-muted">
        {texts.once} {texts.until}: {formatMoment(share.expiresAt)}
      </p>
      <div className="grid gap-4 sm:grid-cols-[auto_1fr] sm:items-start">
        <Suspense fallback={<span className="block size-48" />}>
          <QrCode text={url} label={texts.qr} />
        </Suspense>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Copied text={url} label={texts.address} copy={texts.copy} language={language} />
          {pin && (
            <Copied
              text={pin}
              label={texts.pinCode}
              copy={texts.copyPin}
              language={language}
              large
            />
          )}
        </div>
      </div>
      {pin && <p className="text-note text-muted">{texts.pinHint}</p>}
      <div className="flex flex-wrap gap-2.5">
        <a
          href={`https://wa.me/?text=${encodeURIComponent(message)}`}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass('outline')}
        >
          <MessageCircle size={17} aria-hidden="true" />
          WhatsApp
        </a>
        {'share' in navigator && (
          <Button
            variant="outline"
            icon={<Upload size={17} aria-hidden="true" />}
            // A sheet that is closed without a choice rejects.
            onClick={() => void navigator.share({ text: texts.message, url }).catch(() => {})}
          >
            {texts.send}
          </Button>
        )}
      </div>
    </div>
  );
}

type CopiedProps = {
  text: string;
  label: ReactNode;
  copy: string;
  language: Language;
  large?: boolean;
};

function Copied({ text, label, copy, language, large = false }: CopiedProps) {
  const texts = shareTexts[language];
  const onCopy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success(texts.copied),
      () => toast.error(texts.copyFailed),
    );
  return (
    <Field label={label}>
      <span className="flex items-center gap-1">
        <TextInput
          readOnly
          value={text}
          aria-label={typeof label === 'string' ? label : undefined}
          onFocus={(event) => event.target.select()}
          className={large ? 'font-medium tracking-[0.25em] tabular-nums' : undefined}
        />
        <IconButton
          label={copy}
          icon={<Copy size={17} aria-hidden="true" />}
          // Without HTTPS there is no clipboard.
          onClick={() => (navigator.clipboard ? void onCopy() : toast.error(texts.copyFailed))}
        />
      </span>
    </Field>
  );
}
