import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import { Connection } from '@deqiq/testkit/http/connection.ts';
import { CHUNK } from '@deqiq/testkit/http/upload.ts';

/** Sends the same bytes as one PUT. */
export async function putFile(port: number, size: number, name: string): Promise<void> {
  const connection = new Connection(port);
  const head = `PUT /${name} HTTP/1.1\r\nHost: bench\r\nContent-Length: ${size}\r\n\r\n`;
  const response = await connection.send([head, ...Array(size / CHUNK_SIZE).fill(CHUNK)]);
  connection.close();
  if (response.status !== 200) throw new Error(`the PUT returned ${response.status}`);
}
