import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import type { Client } from '../client.ts';
import { newWorld, type World } from '../world.ts';

type Area = 'admin' | 'partner';

/** A length of 100 pixels. */
export const lengthContent: AnnotationContent = {
  kind: 'length',
  points: [
    [10, 20.5],
    [110, 20.5],
  ],
};

/** One annotation of every kind. */
export const everyKind: readonly AnnotationContent[] = [
  lengthContent,
  {
    kind: 'polyline',
    points: [
      [0, 0, 0],
      [1, 2, 3],
      [-4, 5, 6.25],
    ],
  },
  {
    kind: 'angle',
    points: [
      [0, 0],
      [10, 0],
      [10, 10],
    ],
    frame: 3,
  },
  {
    kind: 'calibration',
    points: [
      [5, 5],
      [5, 105],
    ],
    millimetres: 10.5,
  },
  {
    kind: 'canal',
    points: [
      [1, 2, 3],
      [2, 3, 4],
    ],
    diameter: 2.5,
    verified: [1],
    levelScale: 2,
  },
  { kind: 'implant', position: [1, 2, 3], direction: [0, 0.6, -0.8], diameter: 4.1, length: 10 },
  {
    kind: 'arch',
    points: [
      [-20, 0, 5],
      [0, -25, 5],
      [20, 0, 5],
    ],
  },
  { kind: 'window', centre: 300, width: 1_500.5 },
  {
    kind: 'straightening',
    axes: [
      [0.8, -0.6, 0],
      [0.6, 0.8, 0],
      [0, 0, 1],
    ],
  },
  {
    kind: 'arrow',
    points: [
      [40, 40],
      [80, 20],
    ],
    tooth: 36,
  },
  {
    kind: 'ellipse',
    points: [
      [-5, 0, 1],
      [5, 0, 1],
      [0, -3, 1],
      [0, 3, 1],
    ],
    levelScale: 2,
    tooth: 85,
  },
  {
    kind: 'profile',
    points: [
      [0, 10],
      [90, 10],
    ],
    frame: 0,
  },
  {
    kind: 'ceph',
    points: [
      [10, 20],
      [90, 15.5],
    ],
    names: ['S', "Pog'"],
    levelScale: 1,
  },
  {
    kind: 'canal',
    points: [
      [1, 2, 30],
      [9, 2, 31],
    ],
    structure: 'sinus-floor',
  },
  {
    kind: 'canal',
    points: [
      [1, 2, 3],
      [1, 2, 14],
    ],
    structure: 'root',
    diameter: 6.5,
    tooth: 35,
  },
  // A size that the viewer's list does not have.
  {
    kind: 'implant',
    position: [1, 2, 3],
    direction: [0, 0, -1],
    diameter: 4.1,
    length: 9,
    system: 'osstem-tsiii-sa',
  },
];

export const addressIn = (area: Area, file: string) => `/api/${area}/files/${file}/annotations`;

interface Sent {
  readonly _id?: string;
  readonly label?: string;
  readonly content?: unknown;
}

/** A partner's file, and calls about its annotations in the area of a client. */
export async function newFileOfPartner(
  t: TestContext,
  options: Parameters<typeof newWorld>[1] = {},
) {
  const world = await newWorld(t, options);
  const { partner, client } = await world.signedInPartner();
  const checkup = await world.addCheckup({ partner: partner._id });
  const file = checkup.xrayFileLinks[0]?.id ?? '';
  return { ...world, partner, client, checkup, file, ...callsAbout(file) };
}

/** Calls about the annotations of a file. */
export function callsAbout(file: string) {
  const create = (client: Client, area: Area, sent: Sent = {}) =>
    client.post(addressIn(area, file), { _id: randomUUID(), content: lengthContent, ...sent });
  return {
    create,
    add: async (client: Client, area: Area, sent: Sent = {}) =>
      (await create(client, area, sent)).ok<{ annotation: Annotation }>().annotation,
    list: async (client: Client, area: Area) =>
      (await client.get(addressIn(area, file))).ok<{ annotations: Annotation[] }>().annotations,
    change: (
      client: Client,
      area: Area,
      { _id, ...body }: Partial<Annotation> & { readonly content?: unknown },
    ) => client.put(`${addressIn(area, file)}/${_id}`, body),
    remove: (client: Client, area: Area, { _id, version }: Pick<Annotation, '_id' | 'version'>) =>
      client.delete(`${addressIn(area, file)}/${_id}?version=${version}`),
  };
}

/** The audit rows of annotations, oldest first. */
export const listAuditRows = async ({ db }: Pick<World, 'db'>) =>
  (
    await db
      .selectFrom('audit')
      .select(['role', 'action', 'object_id', 'detail'])
      .where('object', '=', 'annotation')
      .orderBy('id')
      .execute()
  ).map((row) => Object.values(row));
