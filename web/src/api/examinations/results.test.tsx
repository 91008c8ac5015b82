import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { signedInAs } from '../../testing/portal.tsx';
import { stubServer } from '../../testing/server.ts';
import { queryClient } from '../http/query.ts';
import { openResult, unseenQuery } from './results.ts';

const UNSEEN = '/api/partner/results/unseen';
const OPENED = '/api/partner/checkups/c1/opened';
const none = { body: { count: 0, checkups: [] } };

test('a result that came after the last poll of the marks is opened, too', async () => {
  signedInAs('partner');
  const server = stubServer({ [`GET ${UNSEEN}`]: none, [`POST ${OPENED}`]: none });
  await queryClient.fetchQuery(unseenQuery);
  openResult('c1');
  await waitFor(() => expect(server.to(OPENED)).toHaveLength(1));
});
