import type { EventKind } from '@deqiq/contract/notifications.ts';
import { portalPaths } from '@deqiq/contract/shared/paths.ts';

interface Wording {
  readonly subject: string;
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
  lab: {
    subject: 'Laboratoriya sifarişiniz hazırdır',
    line: 'Laboratoriya sifarişiniz tamamlandı. Baxmaq üçün keçidi açın:',
    path: '/partner/dashboard/laboratory',
  },
  'gift-confirmed': {
    subject: 'Hədiyyə sorğunuz təsdiqləndi',
    line: 'Hədiyyə sorğunuz təsdiqləndi. Sorğularınız bu səhifədədir:',
    path: '/partner/dashboard/gifts',
  },
  'gift-rejected': {
    subject: 'Hədiyyə sorğunuz rədd edildi',
    line: 'Hədiyyə sorğunuz rədd edildi, xalınız balansınıza qaytarıldı. Sorğularınız bu səhifədədir:',
    path: '/partner/dashboard/gifts',
  },
  reservation: {
    subject: 'Yeni rezervasiya müraciəti',
    line: 'Saytdan yeni rezervasiya müraciəti gəldi:',
    path: '/admin/dashboard/applications/reservation',
  },
  'partner-application': {
    subject: 'Yeni partnyorluq müraciəti',
    line: 'Saytdan yeni partnyorluq müraciəti gəldi:',
    path: '/admin/dashboard/applications/partner',
  },
  'contact-message': {
    subject: 'Yeni mesaj',
    line: 'Saytdan yeni mesaj gəldi:',
    path: '/admin/dashboard/applications/contact',
  },
  shipment: {
    subject: 'Yeni göndəriş',
    line: 'Partnyor yeni şəkil göndərdi:',
    path: portalPaths.adminCheckups,
  },
  complaint: {
    subject: 'Yeni şikayət və ya təklif',
    line: 'Partnyor şikayət və ya təklif göndərdi:',
    path: '/admin/dashboard/reports',
  },
};

const severalResults: Wording = {
  ...wordings.result,
  subject: 'Yeni nəticələriniz hazırdır',
  line: 'Yeni rentgen nəticələriniz hazırdır. Baxmaq üçün keçidləri açın və hesabınıza daxil olun:',
};

/** What is said of so many events of a kind. */
export const findWording = (kind: EventKind, count: number): Wording =>
  kind === 'result' && count > 1 ? severalResults : wordings[kind];
