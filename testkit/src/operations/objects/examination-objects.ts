import { randomUUID } from 'node:crypto';
import type { CheckupList, FoundCheckup } from '@deqiq/contract/examinations/checkups.ts';
import type { ShipmentAnswer } from '@deqiq/contract/examinations/shipments.ts';
import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import { putObject } from '../../../../server/src/platform/storage/small-objects.ts';
import type { Client } from '../../client.ts';
import { picture } from '../../documents/pictures.ts';
import { createShare } from '../../http/shares.ts';
import { someDicom } from '../../world.ts';
import { findNewest, type ObjectContext } from './object-context.ts';

export const someContent: AnnotationContent = {
  kind: 'length',
  points: [
    [1, 2],
    [30.5, 40],
  ],
};

/** Checkups, their files and what belongs to a file. */
export function createExaminationObjects(context: ObjectContext) {
  const { world, people, findOrCreate } = context;
  const { addCheckup } = world;
  const admin = () => people.admin.client;
  const partner = () => people.partner.client;
  return {
    checkup: async () => (await addCheckup())._id,
    deletion: async () => {
      const { _id } = await addCheckup();
      (await admin().delete(`/api/admin/checkups/${_id}`)).ok();
      return findNewest(context, '/api/admin/checkups/deleted', 'deletions');
    },
    shipment: async () => {
      const sent = await partner().form('POST', '/api/partner/misc/create-checkup', {
        file: await picture(),
      });
      return sent.ok<ShipmentAnswer>().checkup._id;
    },
    ownFile: async () => {
      const id = await findOrCreate('shipment');
      const { checkup } = (await partner().get(`/api/partner/checkups/${id}`)).ok<FoundCheckup>();
      return checkup.fileLinks[0]?.id ?? '';
    },
    annotation: async () => addAnnotation(admin(), 'admin', await findOrCreate('file')),
    ownAnnotation: async () => addAnnotation(partner(), 'partner', await findOrCreate('ownFile')),
    share: async () => addShare(admin(), 'admin', await findOrCreate('checkup')),
    ownShare: async () => addShare(partner(), 'partner', await findOrCreate('shipment')),
    fileName: async () => 'panoram.dcm',
    derivedName: async () => 'preview-320',
    file: async () => {
      const checkupId = await findOrCreate('checkup');
      const { checkups } = (await admin().get('/api/admin/checkups?limit=100')).ok<CheckupList>();
      const checkup = checkups.find(({ _id }) => _id === checkupId);
      return checkup?.xrayFileLinks[0]?.id ?? '';
    },
    upload: () => admin().upload(someDicom(), 'panoram.dcm'),
    capability: async () => {
      const checkup = await addCheckup({ fileName: 'panoram.dcm' });
      return checkup.xrayFileLinks[0]?.url.split('/').at(-1) ?? '';
    },
    /** Of a file with one preview. */
    derivedCapability: () => addFileWithPreview(context),
  };
}

async function addFileWithPreview({ world, people }: ObjectContext): Promise<string> {
  const checkup = await world.addCheckup({ fileName: 'panoram.dcm' });
  const { id = '' } = checkup.xrayFileLinks[0] ?? {};
  const generation = '0123456789ab';
  await putObject(
    world.storage,
    `derived/${id}_${generation}_preview-320`,
    Buffer.from('a preview'),
  );
  const summary = JSON.stringify({ previews: [320] });
  await world.db
    .updateTable('file_imaging')
    .set({ state: 'ready', kind: 'image', generation, summary })
    .where('file_id', '=', id)
    .execute();
  const { checkups } = (
    await people.admin.client.get('/api/admin/checkups?limit=100')
  ).ok<CheckupList>();
  const link = checkups.flatMap((each) => each.xrayFileLinks).find((file) => file.id === id);
  return link?.imaging.url?.split('/').at(-2) ?? '';
}

async function addAnnotation(client: Client, area: string, file: string): Promise<string> {
  const fields = { _id: randomUUID(), content: someContent };
  const answer = await client.post(`/api/${area}/files/${file}/annotations`, fields);
  return answer.ok<{ annotation: Annotation }>().annotation._id;
}

const addShare = async (client: Client, area: 'admin' | 'partner', checkup: string) =>
  (await createShare(client, area, checkup)).share._id;
