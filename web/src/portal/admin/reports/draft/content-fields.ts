import type {
  KeyImage,
  ReportContent,
  ToothFinding,
} from '@deqiq/contract/reports/content/report-content.ts';
import { toothSurfaces } from '@deqiq/contract/reports/content/report-findings.ts';
import { reportSections } from '@deqiq/contract/reports/content/report-sections.ts';

/**
 * A report as named texts, in the order of the report: `conclusion`, `section sinuses 0`, `tooth 36 caries 0 note`. What
 * is only there or not, such as a finding, has the text '+'. An empty text is absent.
 */
export type Fields = Map<string, string>;

const THERE = '+';

const lines = ['template', 'technique', 'conclusion', 'recommendation'] as const;

/** The texts of a report by their names. */
export function toFields(content: ReportContent): Fields {
  const fields: Fields = new Map();
  const add = (name: string, text: string | undefined) => text && fields.set(name, text);
  for (const name of lines) add(name, content[name]);
  for (const [name, { text }] of numbered(content.findings, nameSectionField)) add(name, text);
  for (const [tooth, findings] of Object.entries(content.teeth))
    for (const [name, one] of numbered(findings, ({ finding }) => `tooth ${tooth} ${finding}`)) {
      add(name, THERE);
      for (const surface of one.surfaces ?? []) add(`${name} ${surface}`, THERE);
      add(`${name} note`, one.note);
    }
  for (const id of content.measurements) add(`measurement ${id}`, THERE);
  for (const [name, { caption }] of numbered(content.keyImages, nameImage)) {
    add(name, THERE);
    add(`${name} caption`, caption);
  }
  return fields;
}

/** A heading in the author's words may have blanks. */
const nameSectionField = ({ section }: { section: string }): string =>
  `section ${encodeURIComponent(section)}`;

/** The keys of a view in one order: the server may return them in another one. */
const nameImage = ({ file, view }: KeyImage): string =>
  `image ${JSON.stringify([file, view && sortKeys(view)]).replaceAll(' ', '\\u0020')}`;

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, each]) => [key, sortKeys(each)]),
  );
}

/** Each entry under its name and how many of that name came before. */
function numbered<Entry>(
  entries: readonly Entry[],
  nameOf: (entry: Entry) => string,
): [string, Entry][] {
  const counts = new Map<string, number>();
  return entries.map((entry) => {
    const name = nameOf(entry);
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return [`${name} ${count}`, entry];
  });
}

/** The report of these texts. A note without its finding brings the finding back, a caption its image. */
export function toContent(fields: Fields): ReportContent {
  const text = (name: string) => fields.get(name) ?? '';
  return {
    template: text('template') as ReportContent['template'],
    technique: text('technique'),
    teeth: toTeeth(fields),
    findings: toSections(fields),
    measurements: listParts(fields, 'measurement').map(([, id = '']) => id),
    keyImages: toImages(fields),
    conclusion: text('conclusion'),
    recommendation: text('recommendation'),
  };
}

const listParts = (fields: Fields, kind: string): string[][] =>
  [...fields.keys()].map((name) => name.split(' ')).filter(([first]) => first === kind);

function toSections(fields: Fields): ReportContent['findings'] {
  return listParts(fields, 'section')
    .map(([, section = '', number = '0']) => ({
      section: decodeURIComponent(section),
      text: fields.get(`section ${section} ${number}`) ?? '',
    }))
    .toSorted((one, other) => order(reportSections, one.section, other.section));
}

/** Other texts come last, in the order that they have. */
function order(codes: readonly string[], one: string, other: string): number {
  const index = (code: string) => (codes.includes(code) ? codes.indexOf(code) : codes.length);
  return index(one) - index(other);
}

function toTeeth(fields: Fields): ReportContent['teeth'] {
  const teeth: Record<string, ToothFinding[]> = {};
  const found = new Set<string>();
  for (const [, tooth = '', finding = '', number = '0'] of listParts(fields, 'tooth')) {
    const name = `tooth ${tooth} ${finding} ${number}`;
    if (found.has(name)) continue;
    found.add(name);
    const surfaces = toothSurfaces.filter((surface) => fields.has(`${name} ${surface}`));
    const note = fields.get(`${name} note`);
    const one: ToothFinding = {
      finding: finding as ToothFinding['finding'],
      ...(surfaces.length > 0 && { surfaces }),
      ...(note && { note }),
    };
    teeth[tooth] = [...(teeth[tooth] ?? []), one];
  }
  return teeth;
}

function toImages(fields: Fields): ReportContent['keyImages'] {
  const names = listParts(fields, 'image').map(([, image, number]) => `${image} ${number}`);
  return [...new Set(names)].map((name) => {
    const [file, view] = JSON.parse(name.slice(0, name.lastIndexOf(' '))) as [
      string,
      KeyImage['view'] | null,
    ];
    const caption = fields.get(`image ${name} caption`);
    return { file, ...(view && { view }), ...(caption && { caption }) };
  });
}
