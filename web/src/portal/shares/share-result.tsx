import type { ShareAnswer } from '@deqiq/contract/shares.ts';
import { Copy, MessageCircle, MessageSquare, Share2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { formatMoment } from '../../lib/format.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Field } from '../../ui/field/field.tsx';
import { TextInput } from '../../ui/field/text-input.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { Language } from '../../ui/language.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { pinMessage, shareMessage, shareTexts } from './share-texts.ts';

const QrCode = lazy(() => import('../second-factor/qr-code.tsx'));

type ShareResultProps = {
  created: ShareAnswer;
  /** Whether the examination has X-rays, not only what the doctor has sent. */
  hasResult: boolean;
  language: Language;
};

/** The new link, then its PIN, which the server shows once. Each is sent by a press of its own. */
export function ShareResult({ created, hasResult, language }: ShareResultProps) {
  const { url, pin, share } = created;
  const texts = shareTexts[language];
  const message = shareMessage(created, hasResult);
  return (
    <div className="grid gap-5">
      <p className="text-desk text-muted">
        {texts.once} {texts.until}: {formatMoment(share.expiresAt)}
      </p>
      <section className="grid gap-3">
        <h3 className="font-medium">{texts.sendLink}</h3>
        <div className="grid gap-4 sm:grid-cols-[auto_1fr] sm:items-start">
          <Suspense fallback={<span className="block size-48" />}>
            <QrCode text={url} label={texts.qr} />
          </Suspense>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <Copied text={url} label={texts.address} copy={texts.copy} language={language} />
            <div className="flex flex-wrap gap-2.5">
              <WhatsAppLink text={`${message}\n${url}`} />
              {'share' in navigator && (
                <Button
                  variant="outline"
                  icon={<Share2 size={17} aria-hidden="true" />}
                  // A sheet that is closed without a choice rejects.
                  onClick={() => void navigator.share({ text: message, url }).catch(() => {})}
                >
                  {texts.send}
                </Button>
              )}
            </div>
          </div>
        </div>
      </section>
      {pin && (
        <section className="grid gap-3">
          <h3 className="font-medium">{texts.sendPin}</h3>
          <Copied text={pin} label={texts.pinCode} copy={texts.copyPin} language={language} large />
          <div className="flex flex-wrap gap-2.5">
            {/* The form that both Android and iOS read. */}
            <a
              href={`sms:?&body=${encodeURIComponent(pinMessage(pin))}`}
              className={buttonClass('outline')}
            >
              <MessageSquare size={17} aria-hidden="true" />
              SMS
            </a>
            <WhatsAppLink text={pinMessage(pin)} />
          </div>
          <p className="text-note text-muted">{texts.pinHint}</p>
        </section>
      )}
    </div>
  );
}

const WhatsAppLink = ({ text }: { text: string }) => (
  <a
    href={`https://wa.me/?text=${encodeURIComponent(text)}`}
    target="_blank"
    rel="noopener noreferrer"
    className={buttonClass('outline')}
  >
    <MessageCircle size={17} aria-hidden="true" />
    WhatsApp
  </a>
);

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
