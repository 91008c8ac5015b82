import type { EventKind } from '@deqiq/contract/notifications/notifications.ts';
import { portalPaths } from '@deqiq/contract/shared/paths.ts';

interface Wording {
  readonly subject: string;
  /** Of images, this follows their number, as the subject does. */
  readonly line: string;
  /** Where the link leads; results lead to their examination. */
  readonly path: string;
}

const wordings: Readonly<Record<EventKind, Wording>> = {
  result: {
    subject: 'Yeni nəticəniz hazırdır',
    line: 'Yeni rentgen nəticəniz hazırdır. Baxmaq üçün keçidi açın və hesabınıza daxil olun:',
    path: portalPaths.partnerCheckups,
  },
  images: {
    subject: 'şəkil əlavə olundu',
    line: 'şəkil rentgen nəticənizə əlavə olundu. Baxmaq üçün keçidi açın və hesabınıza daxil olun:',
    path: portalPaths.partnerCheckups,
  },
  lab: {
    subject: 'Laboratoriya sifarişiniz hazırdır',
    line: 'Laboratoriya sifarişiniz tamamlandı. Baxmaq üçün keçidi açın:',
    path: portalPaths.partnerLabs,
  },
  'gift-confirmed': {
    subject: 'Hədiyyə sorğunuz təsdiqləndi',
    line: 'Hədiyyə sorğunuz təsdiqləndi. Sorğularınız bu səhifədədir:',
    path: portalPaths.partnerGifts,
  },
  'gift-rejected': {
    subject: 'Hədiyyə sorğunuz rədd edildi',
    line: 'Hədiyyə sorğunuz rədd edildi, xalınız balansınıza qaytarıldı. Sorğularınız bu səhifədədir:',
    path: portalPaths.partnerGifts,
  },
  'share-locked': {
    subject: 'Paylaşım keçidiniz kilidləndi',
    line: 'Paylaşdığınız keçiddə PIN kodu dəfələrlə səhv yazıldı və keçid kilidləndi. Paylaşımlarınız bu səhifədədir:',
    path: portalPaths.partnerShares,
  },
  reservation: {
    subject: 'Yeni rezervasiya müraciəti',
    line: 'Saytdan yeni rezervasiya müraciəti gəldi:',
    path: portalPaths.reservations,
  },
  'partner-application': {
    subject: 'Yeni partnyorluq müraciəti',
    line: 'Saytdan yeni partnyorluq müraciəti gəldi:',
    path: portalPaths.partnerApplications,
  },
  'contact-message': {
    subject: 'Yeni mesaj',
    line: 'Saytdan yeni mesaj gəldi:',
    path: portalPaths.contactMessages,
  },
  shipment: {
    subject: 'Yeni göndəriş',
    line: 'Partnyor yeni şəkil göndərdi:',
    path: portalPaths.adminCheckups,
  },
  complaint: {
    subject: 'Yeni şikayət və ya təklif',
    line: 'Partnyor şikayət və ya təklif göndərdi:',
    path: portalPaths.complaints,
  },
  'audit-head': {
    subject: 'Audit jurnalının həftəlik möhürü',
    line: 'Bu məktubu saxlayın. Audit jurnalının sonradan dəyişdirilmədiyini bu möhürlə yoxlamaq olar (npm run verify -- --audit-head):',
    path: portalPaths.audit,
  },
};

const severalResults: Wording = {
  ...wordings.result,
  subject: 'Yeni nəticələriniz hazırdır',
  line: 'Yeni rentgen nəticələriniz hazırdır. Baxmaq üçün keçidləri açın və hesabınıza daxil olun:',
};

/** The subject of a message: the ids of its objects, and the number of images that joined them. */
export interface Subject {
  readonly kind: EventKind;
  readonly objects: readonly string[];
  readonly images: number;
}

/** Whether the links of a message are those of examinations. */
export const isAboutResults = (kind: EventKind): boolean => kind === 'result' || kind === 'images';

/** The wording for this number of events of a kind. */
export function findWording({ kind, objects, images }: Subject): Wording {
  if (kind === 'result' && objects.length > 1) return severalResults;
  const { subject, line, path } = wordings[kind];
  if (kind !== 'images') return wordings[kind];
  return { subject: `${images} ${subject}`, line: `${images} ${line}`, path };
}
