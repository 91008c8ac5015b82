import type { EventKind } from '@deqiq/contract/notifications.ts';
import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import { provider } from '@deqiq/contract/shared/provider.ts';

interface Content {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

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

/** Links in one message; further results are in the list. */
const MAX_LINKS = 20;

/** Subject and body of a message. They name no person and no examination; the ids in links tell nothing. */
export function composeMail(kind: EventKind, objects: readonly string[], siteUrl: string): Content {
  const { subject, line, path } =
    kind === 'result' && objects.length > 1 ? severalResults : wordings[kind];
  const list = siteUrl + path;
  const isTooMany = objects.length > MAX_LINKS;
  const links = kind === 'result' && !isTooMany ? objects.map((id) => `${list}/${id}`) : [list];
  const footer = [
    'Bu məktub avtomatik göndərilib.',
    ...(kind in partnerKinds ? ['E-poçt bildirişlərini profilinizdə söndürə bilərsiniz.'] : []),
  ].join(' ');
  const sender = `${provider.name}, ${provider.phone.text}`;
  return {
    subject,
    text: ['Salam!', line, ...links, footer, sender].join('\n\n'),
    html: toHtml({ subject, line, links, footer, sender }),
  };
}

const partnerKinds = { result: 1, lab: 1, 'gift-confirmed': 1, 'gift-rejected': 1 };

function toHtml(parts: {
  readonly subject: string;
  readonly line: string;
  readonly links: readonly string[];
  readonly footer: string;
  readonly sender: string;
}): string {
  const { subject, line, links, footer, sender } = parts;
  const paragraphs = links.map(
    (link) => `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`,
  );
  return [
    '<!doctype html>',
    '<html lang="az">',
    `<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    '<body style="font-family: sans-serif; line-height: 1.5; color: #0c1b2a">',
    `<p>Salam!</p><p>${escapeHtml(line)}</p>`,
    ...paragraphs,
    `<p style="color: #52606c">${escapeHtml(footer)}<br>${escapeHtml(sender)}</p>`,
    '</body></html>',
  ].join('\n');
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
