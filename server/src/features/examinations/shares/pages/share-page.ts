import { translateExaminationName } from '@deqiq/contract/examinations/names/examination-name.ts';
import { PIN_LENGTH, SHARE_PATH } from '@deqiq/contract/examinations/share-limits.ts';
import type { SharedCheckup } from '@deqiq/contract/examinations/shares.ts';
import { googleDirections } from '@deqiq/contract/shared/clinic/clinic-facts.ts';
import * as texts from '@deqiq/messages/examinations/share-pages.js';
import { clinicFacts } from '../../../../platform/clinic-facts.ts';
import { escapeHtml } from '../../../../platform/http/html.ts';
import { formatDay, formatMoment } from '../../../../platform/http/pages/moments.ts';
import { createPage } from '../../../../platform/http/pages/page-shell.ts';
import { fileItem } from './file-item.ts';
import { formatSize } from './formats.ts';

/** Content of the page before it is open. */
interface Gate {
  readonly token: string;
  readonly sharedBy: string;
  readonly expiresAt: string;
  readonly hasPin: boolean;
  readonly error?: string | undefined;
  readonly isLocked?: boolean;
}

/** Names the sender and the end, never the patient. */
export function gatePage(gate: Gate): string {
  const { token, hasPin, error, isLocked } = gate;
  const problem = error ? `<p class="error" id="error" role="alert">${escapeHtml(error)}</p>` : '';
  const describedBy = error ? ' aria-describedby="error" aria-invalid="true"' : '';
  const field = `<label for="pin">${escapeHtml(texts.pinField({ digits: PIN_LENGTH }))}</label>
<input id="pin" name="pin" inputmode="numeric" autocomplete="off" maxlength="20" required autofocus${describedBy}>
<p class="hint">${escapeHtml(texts.pinHint())}</p>`;
  return createPage(
    texts.gateTitle(),
    `<main>
<h1>${escapeHtml(texts.gateHeading())}</h1>
<p>${texts.gateSharer({ name: `<b>${escapeHtml(gate.sharedBy)}</b>` })}</p>
<p>${escapeHtml(texts.validUntil({ moment: formatMoment(gate.expiresAt) }))}</p>
<form method="post" action="${SHARE_PATH}${escapeHtml(token)}">
${hasPin && !isLocked ? field : ''}
${problem}
${isLocked ? `<a class="button quiet" href="${SHARE_PATH}${escapeHtml(token)}">${escapeHtml(texts.checkAgain())}</a>` : `<button class="button">${escapeHtml(texts.openExamination())}</button>`}
</form>
${contact()}
</main>`,
  );
}

const problems: Readonly<Record<number, readonly [title: () => string, text: () => string]>> = {
  404: [texts.notFoundTitle, texts.notFoundText],
  410: [texts.endedTitle, texts.endedText],
};

/** For a share that has ended, and for an unknown address. */
export function messagePage(status: number): string {
  const [title, text] = problems[status] ?? [texts.failedTitle, texts.failedText];
  return createPage(
    title(),
    `<main><h1>${escapeHtml(title())}</h1><p>${escapeHtml(text())}</p>${contact()}</main>`,
  );
}

/** Ways to reach the provider with a question about the result. */
function contact(): string {
  const { phone, whatsApp, position } = clinicFacts();
  const message = encodeURIComponent(texts.contactMessage());
  const links = [
    [phone.href, phone.text],
    ...(whatsApp ? [[`${whatsApp}?text=${message}`, 'WhatsApp']] : []),
    [googleDirections(position), texts.directions()],
  ];
  return `<div class="contact"><p>${escapeHtml(texts.contact())}</p>${links
    .map(([href = '', label = '']) => `<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`)
    .join('')}</div>`;
}

/** The examination with previews and downloads, without any script. `notes`: the content of text files, by their ids. */
export function checkupPage(
  token: string,
  checkup: SharedCheckup,
  notes: ReadonlyMap<string, string>,
): string {
  const { firstName, lastName, description, files } = checkup;
  const name = translateExaminationName(checkup.name);
  const patient = `${firstName} ${lastName}`.trim();
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const base = SHARE_PATH + token;
  const all =
    files.length > 1
      ? `<a class="button" href="${base}/zip">${escapeHtml(texts.downloadAll({ size: formatSize(size) }))}</a>`
      : '';
  return createPage(
    patient || name,
    `<main class="wide">
<h1>${escapeHtml(patient || name)}</h1>
<p>${escapeHtml([patient && name, formatDay(checkup.createdAt)].filter(Boolean).join(' · '))}</p>
${description ? `<p class="lines">${escapeHtml(description)}</p>` : ''}
<p>${escapeHtml(texts.sharedBy({ name: checkup.sharedBy, moment: formatMoment(checkup.expiresAt) }))}</p>
${checkup.report ? reportSection(base, checkup.report) : ''}
${all}
${files.length === 0 ? `<p>${escapeHtml(texts.filesDeleted())}</p>` : ''}
<ul>
${files.map((file) => fileItem(base, file, notes.get(file.id))).join('\n')}
</ul>
<p>${escapeHtml(texts.isPrivate())}</p>
${contact()}
</main>`,
  );
}

/** The conclusion as the radiologist wrote it. */
const reportSection = (
  base: string,
  { conclusion, name, title, signedAt }: NonNullable<SharedCheckup['report']>,
) =>
  `<section>
<h2>${escapeHtml(texts.conclusion())}</h2>
<p class="lines">${escapeHtml(conclusion)}</p>
<p>${escapeHtml([name, title, formatDay(signedAt)].filter(Boolean).join(' · '))}</p>
<a class="button quiet" href="${base}/rey">${escapeHtml(texts.reportPdf())}</a>
</section>`;
