import type { World } from '../../world.ts';
import type { People } from '../people.ts';

/** A clinic, its people, and the objects that others are parts of. */
export interface ObjectContext {
  readonly world: World;
  readonly people: People;
  findOrCreate(
    thing:
      | 'partner'
      | 'checkup'
      | 'shipment'
      | 'staff'
      | 'file'
      | 'ownFile'
      | 'study'
      | 'survivor'
      | 'kind'
      | 'offeredKind'
      | 'bookedToken'
      | 'machine'
      | 'reservation',
  ): Promise<string>;
}

/** The id of the newest object in a list of staff. */
export async function findNewest(
  { people }: ObjectContext,
  url: string,
  list: string,
): Promise<string> {
  const answer = await people.admin.client.get(`${url}?limit=1`);
  return answer.ok<Record<string, { _id: string }[]>>()[list]?.[0]?._id ?? '';
}
