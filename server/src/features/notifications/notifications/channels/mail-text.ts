import { provider } from '@deqiq/contract/shared/provider.ts';
import { findWording, isAboutResults, type Subject } from '../wordings.ts';

interface Content {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Links in one message; further results are in the list. */
const MAX_LINKS = 20;

/**
 * Subject and body of a message. They name no person and no examination; the ids in links tell nothing. The object of
 * an audit head is its text.
 */
export function composeMail(about: Subject, siteUrl: string): Content {
  const { kind, objects } = about;
  const { subject, line, path } = findWording(about);
  const list = siteUrl + path;
  const isTooMany = objects.length > MAX_LINKS;
  const details = kind === 'audit-head' ? objects : [];
  const links = isAboutResults(kind) && !isTooMany ? objects.map((id) => `${list}/${id}`) : [list];
  const footer = [
    'Bu məktub avtomatik göndərilib.',
    ...(kind in partnerKinds ? ['E-poçt bildirişlərini profilinizdə söndürə bilərsiniz.'] : []),
  ].join(' ');
  const sender = `${provider.name}, ${provider.phone.text}`;
  return {
    subject,
    text: ['Salam!', line, ...details, ...links, footer, sender].join('\n\n'),
    html: toHtml({ subject, line, details, links, footer, sender }),
  };
}

const partnerKinds = {
  result: 1,
  images: 1,
  lab: 1,
  'gift-confirmed': 1,
  'gift-rejected': 1,
  'share-locked': 1,
};

function toHtml(parts: {
  readonly subject: string;
  readonly line: string;
  readonly details: readonly string[];
  readonly links: readonly string[];
  readonly footer: string;
  readonly sender: string;
}): string {
  const { subject, line, details, links, footer, sender } = parts;
  const paragraphs = [
    ...details.map((detail) => `<p>${escapeHtml(detail)}</p>`),
    ...links.map((link) => `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`),
  ];
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
