import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import type { FileLink } from '@deqiq/contract/imaging/files.ts';

let count = 0;

/** A checkup with defaults for every field. */
export function checkupOf(part: Partial<Checkup> = {}): Checkup {
  count += 1;
  const xrayFileLinks = part.xrayFileLinks ?? [];
  const fileLinks = part.fileLinks ?? [];
  return {
    _id: `checkup-${count}`,
    firstName: 'Nərgiz',
    lastName: 'Quliyeva',
    partner: { _id: 'partner-1', firstName: 'Aygün', lastName: 'Məmmədova' },
    name: 'Panoram rentgen',
    description: '',
    startDate: '2026-11-19T00:00:00.000Z',
    endDate: null,
    files: fileLinks.map(({ name }) => name),
    xrayFiles: xrayFileLinks.map(({ name }) => name),
    fileLinks,
    xrayFileLinks,
    status: 'completed',
    createdAt: '2026-11-20T07:15:57.123Z',
    ...part,
  };
}

export function linkOf(
  name: string,
  size = 1000,
  previewUrl?: string,
  imaging: FileLink['imaging'] = { state: 'ready' },
): FileLink {
  const link = {
    id: `id of ${name}`,
    name,
    size,
    url: `/public/uploads/checkupFiles/${name}`,
    contentType: 'any/type',
    imaging,
  };
  return previewUrl ? { ...link, previewUrl } : link;
}

/** One page of a list, as the server returns it. */
export function listOf(checkups: Checkup[], page = 1, totalItems = checkups.length) {
  const totalPages = Math.max(1, Math.ceil(totalItems / 10));
  const pagination = {
    currentPage: page,
    totalPages,
    totalItems,
    itemsPerPage: 10,
    hasNextPage: page < totalPages,
    hasPrevPage: page > 1,
  };
  const diskInfo = 'Filesystem Size Used Avail Use% Mounted on\n/dev/sda1 458G 120G 315G 28% /data';
  return { checkups, pagination, diskInfo };
}
