import { type Code, own } from './codes.ts';

/** SNOMED CT codes of the permanent teeth (CID 4018), by quadrant, from the central incisor to the third molar. */
const PERMANENT: Readonly<Record<string, string>> = {
  1: '422653006 424877001 860767006 57826002 36492000 865995000 863902006 68085002',
  2: '424399000 423185002 860780009 61897005 23226009 865988009 863901004 87704003',
  3: '425106001 423331005 860782001 2400006 24573005 866006002 863898000 74344005',
  4: '424575004 423937004 860785004 80140008 8873007 866005003 863899008 38994002',
};

/** Those of the deciduous teeth (CID 4019), to the second molar. */
const DECIDUOUS: Readonly<Record<string, string>> = {
  5: '88824007 65624003 30618001 17505006 27855007',
  6: '51678005 43622005 73937000 45234009 51943008',
  7: '89552004 14770005 43281008 38896004 49330006',
  8: '67834006 22445006 6062009 58646007 61868007',
};

const SIDES: Readonly<Record<string, string>> = {
  1: 'maxillary right',
  2: 'maxillary left',
  3: 'mandibular left',
  4: 'mandibular right',
};

const PERMANENT_NAMES = [
  'central incisor',
  'lateral incisor',
  'canine',
  'first premolar',
  'second premolar',
  'first molar',
  'second molar',
  'third molar',
];

const DECIDUOUS_NAMES = [...PERMANENT_NAMES.slice(0, 3), 'first molar', 'second molar'];

/** The tooth with an FDI number (ISO 3950), which is part of the meaning: dentists know it. */
export function findToothCode(fdi: string): Code {
  const quadrant = Number(fdi.charAt(0));
  const index = Number(fdi.charAt(1)) - 1;
  const isDeciduous = quadrant > 4;
  const value = (isDeciduous ? DECIDUOUS : PERMANENT)[quadrant]?.split(' ')[index];
  const name = (isDeciduous ? DECIDUOUS_NAMES : PERMANENT_NAMES)[index];
  if (value === undefined || name === undefined) return own(`tooth-${fdi}`, `FDI ${fdi}`);
  const side = SIDES[isDeciduous ? quadrant - 4 : quadrant];
  const meaning = `FDI ${fdi}: ${isDeciduous ? 'deciduous ' : ''}${side} ${name} tooth`;
  return { scheme: 'SCT', value, meaning };
}
