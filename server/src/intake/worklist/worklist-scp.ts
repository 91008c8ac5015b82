import {
  type WorklistEntry,
  worklist as worklistAnswer,
} from '@deqiq/contract/machines/intake/worklist.ts';
import { decodeDicomText } from '@deqiq/contract/shared/imaging/dicom-text.ts';
import { padValue } from '../../platform/dicom/element.ts';
import { Tag } from '../../platform/dicom/tags.ts';
import {
  type CharacterSet,
  encodeText,
  SPECIFIC_CHARACTER_SET,
} from '../../platform/dicom/text-encoding.ts';
import { Status } from '../../platform/dimse/command-set.ts';
import {
  type DataElement,
  type DataSet,
  encodeDataSet,
  parseDataSet,
  readText,
} from '../../platform/dimse/data-set.ts';
import { StatusError } from '../../platform/dimse/services/service-provider.ts';
import type { ServerClient } from '../forwarding/server-client.ts';
import { matches } from './matching.ts';
import { attributes } from './worklist-attributes.ts';

interface Deps {
  readonly client: Pick<ServerClient, 'worklist'>;
  readonly characterSets: ReadonlyMap<string, CharacterSet>;
}

/** VRs with texts in the character set of the data set; the others are ASCII. */
const TEXT_VRS = new Set(['PN', 'LO', 'SH', 'LT', 'ST', 'UC', 'UT']);

interface Query {
  readonly machine: string;
  readonly characterSet: CharacterSet;
  /** Of the texts in the query. */
  readonly declared: string;
}

/**
 * Answers C-FIND requests of the Modality Worklist (PS3.4, annex K): each machine gets the pending examinations of the day that
 * match, with the attributes that it asks for, in the characters that it can show.
 */
export const worklistScp =
  ({ client, characterSets }: Deps) =>
  async (
    machine: string,
    identifier: Buffer,
    transferSyntax: string,
  ): Promise<readonly Buffer[]> => {
    const keys = parseDataSet(identifier, transferSyntax);
    const characterSet = characterSets.get(machine) ?? 'utf8';
    const declared = readText(keys, Tag.specificCharacterSet);
    const query: Query = { machine, characterSet, declared };
    const entries = await loadEntries(client, machine);
    return entries
      .filter((entry) => isMatch(keys, entry, query))
      .map((entry) => encodeDataSet(describeEntry(keys, entry, query), transferSyntax));
  };

/** The machine shows an error instead of an empty list where the server cannot be asked. */
async function loadEntries(
  client: Deps['client'],
  machine: string,
): Promise<readonly WorklistEntry[]> {
  try {
    const { status, body } = await client.worklist(machine);
    if (status === 200) return worklistAnswer.parse(JSON.parse(body)).entries;
  } catch {
    // An error about JSON quotes it; names must not get into the log.
  }
  throw new StatusError(Status.outOfResources, 'the server does not answer');
}

function isMatch(keys: DataSet, entry: WorklistEntry, query: Query): boolean {
  return keys.every((key) => {
    if (key.items) return key.items.every((item) => isMatch(item, entry, query));
    const attribute = attributes.get(key.tag);
    if (!attribute) return true;
    const text = decodeKey(key, query.declared);
    const { matching } = attribute;
    const rule = typeof matching === 'function' ? matching(entry) : matching;
    return matches(rule, text, attribute.value(entry, text, query.machine));
  });
}

/** An answer has the keys of the query, in its order, and the character set of its texts. */
function describeEntry(keys: DataSet, entry: WorklistEntry, query: Query): DataSet {
  const declared = encodeValue(SPECIFIC_CHARACTER_SET[query.characterSet], 'CS', 'ascii');
  const answers = keys
    .filter(({ tag }) => tag !== Tag.specificCharacterSet && tag % 0x1_0000 !== 0)
    .map((key) => describeKey(key, entry, query));
  const element: DataElement = {
    tag: Tag.specificCharacterSet,
    vr: 'CS',
    value: declared,
    items: undefined,
  };
  return [element, ...answers].sort((one, other) => one.tag - other.tag);
}

function describeKey(key: DataElement, entry: WorklistEntry, query: Query): DataElement {
  if (key.tag === Tag.scheduledProcedureStepSequence) {
    const item = key.items?.[0] ?? emptyStep;
    return { ...key, items: [item.map((inner) => describeKey(inner, entry, query))] };
  }
  if (key.items) return { ...key, items: [] };
  const attribute = attributes.get(key.tag);
  if (!attribute) return { ...key, value: Buffer.alloc(0) };
  const text = attribute.value(entry, decodeKey(key, query.declared), query.machine);
  return { ...key, vr: attribute.vr, value: encodeValue(text, attribute.vr, query.characterSet) };
}

/** A sequence without an item asks for all of its attributes (PS3.4, C.2.2.2.6). */
const emptyStep: DataSet = [
  Tag.modality,
  Tag.scheduledStationAeTitle,
  Tag.scheduledProcedureStepStartDate,
  Tag.scheduledProcedureStepStartTime,
  Tag.scheduledProcedureStepDescription,
  Tag.scheduledProcedureStepId,
].map((tag) => ({
  tag,
  vr: attributes.get(tag)?.vr ?? '',
  value: Buffer.alloc(0),
  items: undefined,
}));

const decodeKey = ({ value }: DataElement, declared: string): string =>
  decodeDicomText(value, declared);

function encodeValue(text: string, vr: string, characterSet: CharacterSet): Buffer {
  // Both transfer syntaxes of identifiers are little-endian.
  if (vr === 'US') return text === '' ? Buffer.alloc(0) : Buffer.of(Number(text), 0);
  return padValue(encodeText(text, TEXT_VRS.has(vr) ? characterSet : 'ascii'), vr);
}
