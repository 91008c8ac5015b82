/** The simplest possible upload: the body of a PUT piped into a file and synced. */
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const [folder = ''] = process.argv.slice(2);

const server = createServer((request, response) => {
  const path = join(folder, (request.url ?? '').replaceAll('/', ''));
  void (async () => {
    await pipeline(request, createWriteStream(path));
    const file = await open(path, 'r+');
    await file.sync();
    await file.close();
    response.end('done');
  })();
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`port ${typeof address === 'object' ? address?.port : 0}`);
});
