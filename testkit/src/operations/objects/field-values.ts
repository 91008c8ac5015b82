import { randomUUID } from 'node:crypto';
import { picture } from '../../documents/pictures.ts';
import { someTime } from '../../http/booking.ts';
import { subscriptionFields } from '../../http/push-subscriptions.ts';
import { someDicom } from '../../world.ts';
import { someContent } from './examination-objects.ts';
import type { ObjectContext } from './object-context.ts';

/** Fields whose values must exist, or be of one kind, to be valid; by name. `upload` returns the id of an upload. */
export function createFieldValues(
  findOrCreate: ObjectContext['findOrCreate'],
  upload: () => Promise<string>,
) {
  const describeUpload = async () => ({
    fileId: await upload(),
    fileName: 'panoram.dcm',
    totalChunks: 1,
  });
  return {
    /** Of a deleted file, in the query. */
    id: () => findOrCreate('file'),
    partner: () => findOrCreate('partner'),
    device: () => findOrCreate('machine'),
    assignee: () => findOrCreate('staff'),
    /** No one is responsible before. */
    instead: async () => null,
    reservation: () => findOrCreate('reservation'),
    /** Another time in each call. */
    startsAt: async () => someTime(),
    checkupId: () => findOrCreate('checkup'),
    checkup: () => findOrCreate('checkup'),
    days: async () => 7,
    pin: async () => true,
    /** The study is one that was set aside. */
    assignment: async () => '',
    xrayFiles: async () => [await describeUpload()],
    files: async () => [await describeUpload()],
    chunk: async () => ({ fileName: 'blob', bytes: someDicom() }),
    fileId: async () => randomUUID(),
    fileName: async () => 'panoram.dcm',
    derivedName: async () => 'preview-320',
    chunkNumber: async () => '0',
    totalChunks: async () => '1',
    teeth: async () => [36, 46],
    attachments: async () => [await picture()],
    before: async () => '1000',
    nationalId: async () => '5XK2M9P',
    image: () => picture(),
    logo: () => picture(),
    letterhead: () => picture({ format: 'webp' }),
    images: async () => [await picture(), await picture({ format: 'jpeg' })],
    file: () => picture(),
    existingImageUrl: async () => '',
    deletedImageUrls: async () => '[]',
    website: async () => '',
    username: async () => randomUUID(),
    aeTitle: async () => randomUUID().slice(0, 16),
    addresses: async () => '192.0.2.0/24 2001:db8::1',
    host: async () => '127.0.0.1',
    port: async () => 104,
    list: async () => 'open',
    email: async () => `${randomUUID()}@example.az`,
    phone: async () => '+994 50 123 45 67',
    clinicPhone: async () => '012 555 01 20',
    birthDate: async () => '1985-04-12',
    startDate: async () => '2026-11-20',
    from: async () => '2026-11-20',
    to: async () => '2026-11-27',
    endDate: async () => '2026-11-27T00:00:00.000Z',
    balance: async () => 5.25,
    count: async () => 3,
    action: async () => 'add',
    w: async () => '480',
    _id: async () => randomUUID(),
    content: async () => someContent,
    version: async () => 1,
    ...subscriptionFields,
  } satisfies Record<string, () => Promise<unknown>>;
}
