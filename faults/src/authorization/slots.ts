import type { ApiObjects } from '@deqiq/testkit/operations/api-objects.ts';
import type { Operation } from '@deqiq/testkit/operations/document.ts';
import type { Call } from '@deqiq/testkit/operations/request.ts';
import type { Id } from './id-substitution.ts';

/** A parameter of a call that can contain an id. */
export interface Slot {
  readonly name: string;
  /** Whether the id is valid here for this caller, who may call the operation. */
  readonly belongs: (id: Id, callerId: string | undefined) => boolean;
  readonly fill: (call: Call, id: string) => Call;
}

/** Field names under which a careless server would accept an id. */
const SMUGGLED = [
  '_id',
  'id',
  'partner',
  'partnerId',
  'partner_id',
  'personId',
  'sessionId',
  'checkupId',
  'role',
  'owner',
];

/** Fields that hold an id, and the kind of thing that it identifies. */
const named: Readonly<Record<string, { thing: string; value: (id: string) => unknown }>> = {
  partner: { thing: 'partner', value: (id) => id },
  checkupId: { thing: 'checkup', value: (id) => id },
  other: { thing: 'patient', value: (id) => id },
  xrayFiles: {
    thing: 'upload',
    value: (fileId) => [{ fileId, fileName: 'panoram.dcm', totalChunks: 1 }],
  },
  files: {
    thing: 'upload',
    value: (fileId) => [{ fileId, fileName: 'panoram.dcm', totalChunks: 1 }],
  },
};

/** Path parameters that only their owner may use, and the kind of thing that they identify. */
const OWN_THINGS: Readonly<Record<string, string>> = {
  staffSession: 'session',
  partnerSession: 'session',
  shipment: 'checkup',
  ownFile: 'file',
  ownAnnotation: 'annotation',
  ownShare: 'share',
  ownReferral: 'referral',
  staffProgramToken: 'program token',
  partnerProgramToken: 'program token',
  reportMacro: 'report macro',
};

/** Path parameters of staff that need a thing in one state, and its kind. Staff may read that kind in every state. */
const STAFF_THINGS: Readonly<Record<string, string>> = {
  examinationToRead: 'checkup',
  acceptedReferral: 'referral',
  bookedReferral: 'referral',
  missedAppointment: 'appointment',
  receivedShipment: 'checkup',
  survivor: 'patient',
};

/** Every parameter of an operation that can contain an id. */
export function slotsOf({ path, params, body, query }: Operation, objects: ApiObjects): Slot[] {
  const slots: Slot[] = [];
  if (params.length > 0)
    slots.push({
      name: 'address',
      belongs: ({ thing, owner }, callerId) =>
        params.every((name) => {
          const expected = objects.thingFor(path, name);
          const own = OWN_THINGS[expected];
          if (own) return own === thing && owner === callerId;
          return (STAFF_THINGS[expected] ?? expected) === thing;
        }),
      fill: (call, id) => ({
        ...call,
        params: Object.fromEntries(params.map((name) => [name, id])),
      }),
    });
  const isShare = path.endsWith('/shares');
  if (isShare && body)
    slots.push({
      name: 'files',
      belongs: ({ thing, owner }, callerId) =>
        thing === 'file' && (path.startsWith('/api/admin') || owner === callerId),
      fill: (call, id) => ({
        ...call,
        encoding: 'json',
        body: { ...call.body, files: [id] },
      }),
    });
  for (const [field, { thing, value }] of Object.entries(named))
    if (!isShare && Object.hasOwn(body?.schema.properties ?? {}, field))
      slots.push({
        name: field,
        belongs: (id) => id.thing === thing,
        fill: (call, id) => ({
          ...call,
          encoding: 'json',
          body: { ...call.body, [field]: value(id) },
        }),
      });
  slots.push({
    name: 'smuggled',
    belongs: () => false,
    fill: (call, id) => {
      const more = Object.fromEntries(
        SMUGGLED.filter(
          (name) => !Object.hasOwn({ ...query, ...body?.schema.properties }, name),
        ).map((name) => [name, id]),
      );
      const withQuery = { ...call, query: { ...call.query, ...more } };
      return call.body ? { ...withQuery, body: { ...call.body, ...more } } : withQuery;
    },
  });
  return slots;
}
