import { linkStates } from '@deqiq/contract/referrals/referral-states.ts';
import type { Referral } from '@deqiq/contract/referrals/referrals.ts';
import * as texts from '@deqiq/messages/partner/referrals.js';
import * as shareTexts from '@deqiq/messages/shares/share-dialog.js';
import { useMutation } from '@tanstack/react-query';
import { CalendarPlus, MessageCircle, Printer, Share2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { createBookingLink } from '../../../api/examinations/referrals.ts';
import { describeError } from '../../../api/http/http-error.ts';
import { clinic } from '../../../lib/clinic.ts';
import { phoneAddresses } from '../../../lib/phone.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/field/copy-field.tsx';
import { showError } from '../../../ui/overlay/confirm.tsx';
import { examinationName } from '../../referrals/referral-names.ts';
import { Slip } from './slip.tsx';

type SlipWithLinkProps = { referral: Referral };

/** The slip, and a link with which the patient books a time; once it is made, slip and message carry it. */
export function SlipWithLink({ referral }: SlipWithLinkProps) {
  const { data, mutate, isPending } = useMutation({
    mutationFn: () => createBookingLink(referral._id),
    onError: (error) => void showError(describeError(error, texts.linkFailed())),
  });
  const link = linkStates.includes(referral.state) ? data : undefined;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Slip referral={referral} link={link} />
      <p className="text-desk text-muted">{texts.slipLine()}</p>
      {linkStates.includes(referral.state) && (
        <section
          aria-labelledby="booking-link"
          className="grid gap-2.5 rounded-card border border-line bg-surface p-4"
        >
          <h2 id="booking-link" className="font-medium">
            {texts.linkTitle()}
          </h2>
          <p className="text-desk text-muted">{link ? texts.linkReady() : texts.linkLine()}</p>
          {link ? (
            <CreatedLink link={link} />
          ) : (
            <Button
              variant="outline"
              icon={<CalendarPlus size={18} aria-hidden="true" />}
              busy={isPending}
              onClick={() => mutate()}
              className="sm:justify-self-start"
            >
              {texts.createLink()}
            </Button>
          )}
        </section>
      )}
      <Sending referral={referral} link={link} />
    </div>
  );
}

/** It takes the focus of the button that made it. */
function CreatedLink({ link }: { link: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus({ preventScroll: true }), []);
  return (
    <div ref={box}>
      <CopyField
        label={shareTexts.address()}
        text={link}
        copyLabel={shareTexts.copy()}
        copied={shareTexts.copied()}
        failed={shareTexts.copyFailed()}
      />
    </div>
  );
}

/** Paper, the sheet of the phone, or WhatsApp to the patient's number. */
function Sending({ referral, link }: SlipWithLinkProps & { link: string | undefined }) {
  const message = describeSlip(referral);
  const text = link ? texts.linkMessage({ message, link }) : message;
  const { whatsApp } = phoneAddresses(referral.patient.phone);
  return (
    <div className="grid gap-2.5 sm:flex sm:flex-wrap">
      <Button
        variant="primary"
        icon={<Printer size={18} aria-hidden="true" />}
        onClick={() => window.print()}
      >
        {texts.print()}
      </Button>
      {'share' in navigator && (
        <Button
          variant="outline"
          icon={<Share2 size={18} aria-hidden="true" />}
          // A sheet that is closed without a choice rejects.
          onClick={() => void navigator.share({ title: texts.slip(), text }).catch(() => {})}
        >
          {texts.send()}
        </Button>
      )}
      {whatsApp && (
        <a
          href={`${whatsApp}?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass('outline')}
        >
          <MessageCircle size={18} aria-hidden="true" />
          WhatsApp
        </a>
      )}
    </div>
  );
}

/** The slip as a message. The patient's name stays out of messengers. */
const describeSlip = ({ code, examination }: Referral): string =>
  texts.message({
    sender: clinic.name,
    code,
    examination: examinationName(examination),
    address: clinic.address,
    phone: clinic.phone.text,
  });
