import type { ShareAnswer } from '@deqiq/contract/examinations/shares.ts';
import * as texts from '@deqiq/messages/shares/share-dialog.js';
import { MessageCircle, MessageSquare, Share2 } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { clinic } from '../../lib/clinic.ts';
import { formatMoment } from '../../lib/format.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { CopyField } from '../../ui/field/copy-field.tsx';

const QrCode = lazy(() => import('../accounts/second-factor/qr-code.tsx'));

type ShareResultProps = {
  created: ShareAnswer;
  /** Whether the examination has X-rays, not only what the doctor has sent. */
  hasResult: boolean;
};

/** The new link, then its PIN, which the server shows once. Each is sent by a press of its own. */
export function ShareResult({ created, hasResult }: ShareResultProps) {
  const { url, pin, share } = created;
  const message = describeShare(created, hasResult);
  // Sent by itself: a link that is found has no PIN beside it.
  const pinMessage = pin ? texts.pinMessage({ sender: clinic.name, pin }) : '';
  return (
    <div className="grid gap-5">
      <p className="text-desk text-muted">{texts.once({ until: formatMoment(share.expiresAt) })}</p>
      <section className="grid gap-3">
        <h3 className="font-medium">{texts.sendLink()}</h3>
        <div className="grid gap-4 sm:grid-cols-[auto_1fr] sm:items-start">
          <Suspense fallback={<span className="block size-48" />}>
            <QrCode text={url} label={texts.qr()} />
          </Suspense>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <CopyField
              label={texts.address()}
              text={url}
              copyLabel={texts.copy()}
              copied={texts.copied()}
              failed={texts.copyFailed()}
            />
            <div className="flex flex-wrap gap-2.5">
              <WhatsAppLink text={`${message}\n${url}`} />
              {'share' in navigator && (
                <Button
                  variant="outline"
                  icon={<Share2 size={17} aria-hidden="true" />}
                  // A sheet that is closed without a choice rejects.
                  onClick={() => void navigator.share({ text: message, url }).catch(() => {})}
                >
                  {texts.send()}
                </Button>
              )}
            </div>
          </div>
        </div>
      </section>
      {pin && (
        <section className="grid gap-3">
          <h3 className="font-medium">{texts.sendPin()}</h3>
          <CopyField
            label={texts.pin()}
            text={pin}
            copyLabel={texts.copyPin()}
            copied={texts.copied()}
            failed={texts.copyFailed()}
            isLarge
          />
          <div className="flex flex-wrap gap-2.5">
            {/* The form that both Android and iOS read. */}
            <a
              href={`sms:?&body=${encodeURIComponent(pinMessage)}`}
              className={buttonClass('outline')}
            >
              <MessageSquare size={17} aria-hidden="true" />
              SMS
            </a>
            <WhatsAppLink text={pinMessage} />
          </div>
          <p className="text-note text-muted">{texts.pinHint()}</p>
        </section>
      )}
    </div>
  );
}

/** Text before the link for the patient or colleague. The patient's name stays out of messengers. */
function describeShare({ share }: ShareAnswer, hasResult: boolean): string {
  const { firstName, lastName } = share.partner;
  const doctor = share.createdBy === 'partner' ? `${firstName} ${lastName}` : '';
  const values = {
    sender: [clinic.name, doctor].filter(Boolean).join(', '),
    until: formatMoment(share.expiresAt),
  };
  const message = hasResult ? texts.resultMessage(values) : texts.filesMessage(values);
  return share.hasPin ? `${message} ${texts.pinFollows()}` : message;
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
