import { within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { checkupOf, listOf } from '../checkups.ts';
import { type Received, stubServer } from '../server.ts';

export const PATH = '/api/admin/checkups';
export const user = userEvent.setup();

const partners = [{ _id: 'partner-1', firstName: 'Aygün', lastName: 'Məmmədova', clinicName: '' }];

/** A server on which every request succeeds; a test may replace routes. */
export function serve(routes: Parameters<typeof stubServer>[0] = {}) {
  return stubServer({
    [`GET ${PATH}`]: ({ query }) => ({
      body: listOf([checkupOf()], Number(query.get('page')), 30),
    }),
    'GET /api/admin/lite/partners': { body: { partners } },
    [`POST ${PATH}/upload-chunk`]: ({ body }) => {
      const form = body as FormData;
      return { body: { fileId: form.get('fileId'), chunkNumber: 0, received: 1 } };
    },
    [`POST ${PATH}/uploads/*/check`]: { body: { fileId: 'checked', size: 4 } },
    [`POST ${PATH}`]: { body: { checkup: checkupOf(), message: '' } },
    [`POST ${PATH}/merge-chunks`]: { body: { checkup: checkupOf(), message: '' } },
    ...routes,
  });
}

/** Chooses an X-ray under this label. */
export async function choose(dialog: HTMLElement, label: string): Promise<void> {
  const file = new File(['DICM'], 'opg.dcm', { lastModified: 1 });
  await user.upload(within(dialog).getByLabelText(label), file);
  await within(dialog).findByText('opg.dcm');
}

/** The bodies of all POST requests, as JSON. */
export function bodiesOf(requests: Received[]): unknown[] {
  return requests
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => JSON.parse(String(body)));
}
