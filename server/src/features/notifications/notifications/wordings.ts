import type { EventKind } from '@deqiq/contract/notifications/notifications.ts';
import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as texts from '@deqiq/messages/notifications/mails.js';

interface Wording {
  readonly subject: () => string;
  readonly line: () => string;
  /** Where the link leads, or the path before the id of each object (`hasPages`). */
  readonly path: string;
}

const wordings: Readonly<Record<Exclude<EventKind, 'images'>, Wording>> = {
  result: { subject: texts.result, line: texts.resultLine, path: portalPaths.partnerCheckups },
  lab: { subject: texts.lab, line: texts.labLine, path: portalPaths.partnerLabs },
  'gift-confirmed': {
    subject: texts.giftConfirmed,
    line: texts.giftConfirmedLine,
    path: portalPaths.partnerGifts,
  },
  'gift-rejected': {
    subject: texts.giftRejected,
    line: texts.giftRejectedLine,
    path: portalPaths.partnerGifts,
  },
  'share-locked': {
    subject: texts.shareLocked,
    line: texts.shareLockedLine,
    path: portalPaths.partnerShares,
  },
  'referral-accepted': {
    subject: texts.referralAccepted,
    line: texts.referralAcceptedLine,
    path: portalPaths.partnerReferrals,
  },
  'referral-declined': {
    subject: texts.referralDeclined,
    line: texts.referralDeclinedLine,
    path: portalPaths.partnerReferrals,
  },
  'referral-missed': {
    subject: texts.referralMissed,
    line: texts.referralMissedLine,
    path: portalPaths.partnerReferrals,
  },
  'report-signed': {
    subject: texts.reportSigned,
    line: texts.reportSignedLine,
    path: portalPaths.partnerCheckups,
  },
  'report-changed': {
    subject: texts.reportChanged,
    line: texts.reportChangedLine,
    path: portalPaths.partnerCheckups,
  },
  answer: { subject: texts.answer, line: texts.answerLine, path: portalPaths.partnerCheckups },
  question: { subject: texts.question, line: texts.questionLine, path: portalPaths.adminCheckups },
  reservation: {
    subject: texts.reservation,
    line: texts.reservationLine,
    path: portalPaths.reservations,
  },
  'partner-application': {
    subject: texts.partnerApplication,
    line: texts.partnerApplicationLine,
    path: portalPaths.partnerApplications,
  },
  'contact-message': {
    subject: texts.contactMessage,
    line: texts.contactMessageLine,
    path: portalPaths.contactMessages,
  },
  shipment: { subject: texts.shipment, line: texts.shipmentLine, path: portalPaths.adminCheckups },
  referral: { subject: texts.referral, line: texts.referralLine, path: portalPaths.referrals },
  complaint: { subject: texts.complaint, line: texts.complaintLine, path: portalPaths.complaints },
  'audit-head': { subject: texts.auditHead, line: texts.auditHeadLine, path: portalPaths.audit },
};

/** The subject of a message: the ids of its objects, and the number of images that joined them. */
export interface Subject {
  readonly kind: EventKind;
  readonly objects: readonly string[];
  readonly images: number;
}

/** Events whose objects are examinations. */
const resultKinds: ReadonlySet<EventKind> = new Set([
  'result',
  'images',
  'report-signed',
  'report-changed',
  'answer',
]);

/** Whether the links of a message are those of examinations. */
export const isAboutResults = (kind: EventKind): boolean => resultKinds.has(kind);

/** Whether each object of a message has a page of its own: results, and the referrals of a partner. */
export const hasPages = (kind: EventKind): boolean =>
  isAboutResults(kind) || kind.startsWith('referral-');

/** The wording for this number of events of a kind, in the current language. */
export function findWording({ kind, objects, images }: Subject) {
  const path = kind === 'images' ? portalPaths.partnerCheckups : wordings[kind].path;
  if (kind === 'images') {
    const count = images;
    return { subject: texts.images({ count }), line: texts.imagesLine({ count }), path };
  }
  if (kind === 'result' && objects.length > 1)
    return { subject: texts.results(), line: texts.resultsLine(), path };
  const { subject, line } = wordings[kind];
  return { subject: subject(), line: line(), path };
}
