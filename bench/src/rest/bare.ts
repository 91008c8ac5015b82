/** A minimal Fastify server: the lower bound of start time and memory. */
import fastify from 'fastify';

const app = fastify();
app.get('/readyz', () => ({ status: 'ready' }));
console.log(`port ${new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port}`);
