import type { Level } from '../../../platform/dicom/levels.ts';
import { escapeXml } from '../../../platform/xml.ts';
import { matchKeys } from './search/attributes.ts';

export const WADL_TYPE = 'application/vnd.sun.wadl+xml';

const JSON_TYPE = 'application/dicom+json';
const STUDY = 'studies/{study}';
const SERIES = `${STUDY}/series/{series}`;
const INSTANCE = `${SERIES}/instances/{instance}`;
const FRAMES = `${INSTANCE}/frames/{frames}`;

const PICTURES = ['image/jpeg', 'image/png', 'image/webp'];
const RENDERING = ['window', 'viewport', 'quality'];

interface Resource {
  readonly path: string;
  readonly types: readonly string[];
  readonly query?: readonly string[];
}

const ranks: readonly Level[] = ['study', 'series', 'instance'];

function search(path: string, level: Level): Resource {
  const keys = matchKeys.filter((key) => ranks.indexOf(key.level) <= ranks.indexOf(level));
  const controls = ['includefield', 'limit', 'offset'];
  return { path, types: [JSON_TYPE], query: [...keys.map(({ keyword }) => keyword), ...controls] };
}

const resources: readonly Resource[] = [
  search('studies', 'study'),
  search('series', 'series'),
  search(`${STUDY}/series`, 'series'),
  search('instances', 'instance'),
  search(`${STUDY}/instances`, 'instance'),
  search(`${SERIES}/instances`, 'instance'),
  ...[STUDY, SERIES, INSTANCE].flatMap((path): Resource[] => [
    { path, types: ['multipart/related; type="application/dicom"'] },
    { path: `${path}/metadata`, types: [JSON_TYPE] },
  ]),
  {
    path: FRAMES,
    types: ['octet-stream', 'jpeg', 'jls', 'jp2', 'jphc', 'dicom-rle'].map(
      (name) =>
        `multipart/related; type="${name === 'octet-stream' ? 'application' : 'image'}/${name}"`,
    ),
  },
  { path: `${INSTANCE}/bulkdata/{name}`, types: ['application/octet-stream'] },
  ...[STUDY, SERIES, INSTANCE, FRAMES].flatMap((path): Resource[] => [
    { path: `${path}/rendered`, types: PICTURES, query: RENDERING },
    { path: `${path}/thumbnail`, types: PICTURES, query: RENDERING },
  ]),
];

/** The capabilities of this service as a WADL document (PS3.18, 8.9 and annex H). */
export function describeCapabilities(base: string): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<application xmlns="http://wadl.dev.java.net/2009/02">',
    `<resources base="${escapeXml(base)}/">`,
    ...resources.map(describeResource),
    ...['studies', STUDY].map(
      (path) =>
        `<resource path="${path}"><method name="POST"><request>` +
        '<representation mediaType="multipart/related; type=&quot;application/dicom&quot;"/>' +
        `</request><response><representation mediaType="${JSON_TYPE}"/></response></method></resource>`,
    ),
    '</resources>',
    '</application>',
  ].join('\n');
}

function describeResource({ path, types, query = [] }: Resource): string {
  const parameters = query.map((name) => `<param name="${name}" style="query"/>`).join('');
  const representations = types
    .map((type) => `<representation mediaType="${escapeXml(type)}"/>`)
    .join('');
  return (
    `<resource path="${path}"><method name="GET"><request>${parameters}</request>` +
    `<response status="200">${representations}</response></method></resource>`
  );
}
