import { lettering } from './lettering.ts';
import { type Drawing, ink, path, rect, row } from './svg.ts';

export interface ReferralText {
  clinic: string;
  doctor: string;
  patient: string;
  examination: string;
  reason: string;
  date: string;
}

/** A photographed referral on paper: a partner's shipment. */
export function referralDrawing(text: ReferralText): Drawing {
  const fields = [
    ['Pasiyent', text.patient],
    ['Müayinə', text.examination],
    ['Səbəb', text.reason],
    ['Tarix', text.date],
  ] as const;
  const body =
    rect(0, 0, 1200, 1600, 'fill="#cfd8d8" stroke="none"') +
    '<g transform="rotate(-1.6 600 800)">' +
    rect(96, 106, 1016, 1400, 'fill="#0c1b2a" fill-opacity=".16" stroke="none"') +
    rect(80, 90, 1016, 1400, 'fill="#fdfcf8" stroke="none"') +
    rect(80, 90, 1016, 190, `fill="${ink.accent}" stroke="none"`) +
    lettering(text.clinic, { x: 140, y: 178, size: 48, fill: '#ffffff', maxWidth: 880 }) +
    lettering('Rentgen müayinəsinə göndəriş', { x: 140, y: 238, size: 34, fill: '#ffffff' }) +
    fields
      .map(([label, value], i) => {
        const y = 390 + i * 150;
        return (
          lettering(label, { x: 140, y, size: 28, fill: '#52606c' }) +
          lettering(value, { x: 140, y: y + 62, size: 42, fill: '#1c3f8f', maxWidth: 880 }) +
          path(`M140 ${y + 84}h896`, `stroke="${ink.soft}" stroke-width="2.5"`)
        );
      })
      .join('') +
    row(
      16,
      (i) =>
        rect(
          170 + i * 54 + (i > 7 ? 20 : 0),
          1040,
          36,
          52,
          `rx="10" stroke-width="3" fill="${i === 11 ? ink.glow : 'none'}"`,
        ) + rect(170 + i * 54 + (i > 7 ? 20 : 0), 1112, 36, 52, 'rx="10" stroke-width="3"'),
    ) +
    path(
      'M806 1014c-30-4-42 30-40 60s20 50 44 42 30-70 4-100z',
      'stroke="#1c3f8f" stroke-width="5"',
    ) +
    lettering(`Həkim: ${text.doctor}`, {
      x: 140,
      y: 1300,
      size: 34,
      fill: ink.line,
      maxWidth: 560,
    }) +
    path(
      'M760 1310c30-60 60-90 60-30s-40 50-20 10 60-40 60-10 30-30 50-20 10 30 90-20',
      'stroke="#1c3f8f" stroke-width="5"',
    ) +
    path('M740 1330h296', 'stroke-width="2.5"') +
    '</g>';
  return { width: 1200, height: 1600, body };
}
