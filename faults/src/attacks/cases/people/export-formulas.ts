import { parseCsv } from '@deqiq/testkit/documents/csv.ts';
import type { Attack } from '../../attack.ts';
import { besideBystanders } from '../../bystanders/bystanders.ts';
import type { Target } from '../../target.ts';

/** Texts for the public form: formulas after every separator that a spreadsheet may use. */
const FORMULAS = [
  '=1+1',
  'Aysel;=WEBSERVICE(CHAR(104)&A2)',
  "salam;\"=cmd|'/C calc'!A0;x",
  'salam;\t=1+1;y',
  'salam\n=1+1;z',
  'salam\r\n@SUM(A1)',
  '-2+3;+4',
];

/** On Windows set to Azerbaijani or Russian, Excel separates CSV fields by `;`. */
const SEPARATORS = [',', ';', '\t'];

export const exportFormulas: Attack = {
  name: 'export-formulas',
  about:
    'A visitor sends formulas through the contact form. The export must contain no formula and no additional row, whatever the list separator of the spreadsheet.',
  async run(context) {
    const target = await context.startTarget();
    return besideBystanders(target, () => attack(target));
  },
};

async function attack({ port, staff }: Target) {
  for (const text of FORMULAS) {
    const body = JSON.stringify({
      fullName: text,
      phone: '0501112233',
      message: `${text} ${text}`,
    });
    const headers = { 'content-type': 'application/json' };
    const url = `http://127.0.0.1:${port}/api/misc/contact-message`;
    await (await fetch(url, { method: 'POST', headers, body })).text();
  }
  const answer = await fetch(`http://127.0.0.1:${port}/api/admin/exports/applications/contact`, {
    headers: { authorization: `Bearer ${staff.token} type=access` },
  });
  const csv = (await answer.text()).replace(/^\uFEFF/, '');
  const findings: string[] = [];
  for (const separator of SEPARATORS) {
    const rows = parseCsv(csv, separator);
    const formulas = rows.flat().filter((field) => /^\s*[=+\-@]/.test(field));
    const name = JSON.stringify(separator);
    if (formulas.length > 0)
      findings.push(`${formulas.length} formulas when read with ${name}: ${formulas[0]}`);
    if (rows.length !== FORMULAS.length + 1)
      findings.push(`${rows.length - 1} rows instead of ${FORMULAS.length} when read with ${name}`);
  }
  return { figures: [{ what: 'texts with formulas exported', count: FORMULAS.length }], findings };
}
