// Starts the server and ends it, so that Node stores its compiled code. A server that a test kills stores nothing, and
// each start then takes a third longer.
import { startServer } from './server-process.ts';

const server = await startServer({ logLevel: 'error' });
await server.end();
await server.remove();
