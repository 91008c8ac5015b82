import type { Referral } from '@deqiq/contract/referrals/referrals.ts';
import * as texts from '@deqiq/messages/partner/referrals.js';
import { lazy, Suspense } from 'react';
import { useAccount } from '../../../api/people/account.ts';
import { clinic } from '../../../lib/clinic.ts';
import { formatBirthDate, personName } from '../../../lib/format.ts';
import { examinationName, regionNames } from '../../referrals/referral-names.ts';

const QrCode = lazy(() => import('../../accounts/second-factor/qr-code.tsx'));

/**
 * Dark on white in every theme, as on paper. Printing the page prints this alone (styles/portal.css). The QR code is that
 * of the desk; with a link it is an address for the patient's phone, at whose end the desk finds the code.
 */
export function Slip({ referral, link }: { referral: Referral; link: string | undefined }) {
  const { partner } = useAccount();
  const { code, patient, teeth, region, examination } = referral;
  const facts = [
    [texts.examination(), examinationName(examination)],
    [texts.teeth(), teeth.join(', ')],
    [texts.region(), region ? regionNames[region]() : ''],
    [texts.birthDate(), patient.birthDate ? formatBirthDate(patient.birthDate) : ''],
    [
      texts.doctor(),
      [personName(referral.partner), partner?.clinicName].filter(Boolean).join(', '),
    ],
  ];
  return (
    <article
      aria-label={texts.slip()}
      className="print-slip grid gap-5 rounded-sheet border border-line bg-white p-5 text-ink sm:grid-cols-[auto_minmax(0,1fr)] md:p-7 print:border-0"
    >
      <div className="grid content-start justify-items-center gap-1">
        <Suspense fallback={<span className="block size-52" />}>
          <QrCode text={link ? `${link}?kod=${code}` : code} label={texts.qr()} />
        </Suspense>
        <p className="text-title tracking-wide tabular-nums">{code}</p>
      </div>
      <div className="grid content-between gap-5">
        <div className="grid gap-3">
          <p className="text-page wrap-anywhere">{personName(patient)}</p>
          <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-body">
            {facts
              .filter(([, value]) => value)
              .map(([name, value]) => (
                <div key={name} className="last:col-span-2">
                  <dt className="text-note text-graphite">{name}</dt>
                  <dd className="wrap-anywhere">{value}</dd>
                </div>
              ))}
          </dl>
        </div>
        <address className="border-t border-mist pt-3 text-desk not-italic">
          {clinic.logo && <img src={clinic.logo} alt="" className="mb-2 max-h-10 max-w-40" />}
          <span className="block font-medium">{clinic.name}</span>
          <span className="block">{clinic.address}</span>
          <a href={clinic.phone.href} className="inline-flex min-h-11 items-center tabular-nums">
            {clinic.phone.text}
          </a>
        </address>
      </div>
    </article>
  );
}
