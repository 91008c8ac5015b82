import { language, tags } from '@deqiq/messages/language.ts';
import * as texts from '@deqiq/messages/notifications/mails.js';
import { clinicFacts } from '../../../../platform/clinic-facts.ts';
import { findWording, hasPages, isAboutResults, type Subject } from '../wordings.ts';

interface Content {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Links in one message; further objects are in the list. */
const MAX_LINKS = 20;

/**
 * Subject and body of a message in the current language. They name no person and no examination; the ids in links tell nothing. The object of
 * an audit head is its text.
 */
export function composeMail(about: Subject, siteUrl: string): Content {
  const { kind, objects } = about;
  const { subject, line, path } = findWording(about);
  const list = siteUrl + path;
  const isTooMany = objects.length > MAX_LINKS;
  const details = kind === 'audit-head' ? objects : [];
  const isPerObject = hasPages(kind) && !isTooMany;
  const links = isPerObject ? objects.map((id) => `${list}/${id}`) : [list];
  const action = !isAboutResults(kind)
    ? texts.openPage()
    : isPerObject
      ? texts.openResult()
      : texts.openResults();
  const footer = [
    texts.isAutomatic(),
    ...(kind in partnerKinds ? [texts.canBeSwitchedOff()] : []),
  ].join(' ');
  return writeMail({ subject, line, details, links, action, footer });
}

interface Parts {
  readonly subject: string;
  readonly line: string;
  readonly details: readonly string[];
  readonly links: readonly string[];
  /** Text of the buttons, which are numbered if there are several. */
  readonly action: string;
  readonly footer: string;
}

/** A message with greeting, buttons and sender in the current language. */
export function writeMail(parts: Parts): Content {
  const { subject, line, details, links, footer } = parts;
  const { name, phone } = clinicFacts();
  const sender = `${name}, ${phone.text}`;
  return {
    subject,
    text: [texts.greeting(), line, ...details, ...links, footer, sender].join('\n\n'),
    html: toHtml(parts, sender),
  };
}

const partnerKinds = {
  result: 1,
  images: 1,
  lab: 1,
  'gift-confirmed': 1,
  'gift-rejected': 1,
  'share-locked': 1,
  'referral-accepted': 1,
  'referral-declined': 1,
  'referral-missed': 1,
  'report-signed': 1,
  'report-changed': 1,
  answer: 1,
};

function toHtml(parts: Parts, sender: string): string {
  const { subject, line, details, links, action, footer } = parts;
  const paragraphs = [
    ...details.map((detail) => `<p>${escapeHtml(detail)}</p>`),
    ...links.map((link, index) =>
      toButton(link, links.length > 1 ? `${action} (${index + 1})` : action),
    ),
  ];
  return [
    '<!doctype html>',
    `<html lang="${tags[language()]}">`,
    `<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="font-family: sans-serif; line-height: 1.5; color: ${INK}">`,
    createBrand(),
    `<p>${escapeHtml(texts.greeting())}</p><p>${escapeHtml(line)}</p>`,
    ...paragraphs,
    `<p style="color: #52606c">${escapeHtml(footer)}<br>${escapeHtml(sender)}</p>`,
    '</body></html>',
  ].join('\n');
}

const INK = '#0c1b2a';
const ACCENT = '#0b7f8c';

/** The mark, an arch of borders, and the name: programs block remote pictures, and most leave out SVG. */
const createBrand = (): string =>
  [
    `<p style="margin: 0 0 24px; font-size: 18px; font-weight: 600; color: ${INK}">`,
    `<span style="display: inline-block; width: 14px; height: 15px; margin-right: 8px; border: solid ${ACCENT}; `,
    `border-width: 3px 3px 0; border-radius: 10px 10px 0 0; vertical-align: -1px"></span>${escapeHtml(clinicFacts().name)}</p>`,
  ].join('');

/** A link that looks like a button, 44 px high. */
const toButton = (link: string, text: string): string =>
  [
    `<p><a href="${escapeHtml(link)}" style="display: inline-block; padding: 10px 24px; border-radius: 22px; `,
    `background: ${ACCENT}; color: #ffffff; font-weight: 600; text-decoration: none">${escapeHtml(text)}</a></p>`,
  ].join('');

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
