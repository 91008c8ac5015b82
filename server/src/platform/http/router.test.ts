import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineEndpoints } from '@deqiq/contract/shared/endpoint.ts';
import fastify from 'fastify';
import * as z from 'zod';
import type { App } from './app-types.ts';
import { formFile } from './bodies/form-fields.ts';
import { router } from './router.ts';
import { serializerCompiler, validatorCompiler } from './zod-schemas.ts';

const byId = z.object({ id: z.string() });
const crown = z.object({ shade: z.string() });
const endpoints = defineEndpoints({
  'PUT /crowns/:id': { params: byId, body: crown, answer: crown },
  'POST /crowns': { body: crown, files: { image: 'required' }, answer: crown },
});

function newApp(): App {
  const app: App = fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  return app;
}

test('a route validates what its endpoint names and answers nothing else', async () => {
  const app = newApp();
  router(app, endpoints, 'crowns')('PUT /crowns/:id', {}, ({ params, body }) => ({
    shade: `${params.id} ${body.shade}`,
    hidden: true,
  }));
  const put = (payload: object) => app.inject({ method: 'PUT', url: '/crowns/7', payload });
  assert.deepEqual((await put({ shade: 'A2' })).json(), { shade: '7 A2' });
  assert.equal((await put({ colour: 'A2' })).statusCode, 500);
});

test('a handler that differs from its endpoint is a type error', () => {
  /** Never called: the compiler reads it. */
  const wrong = (app: App) => {
    const route = router(app, endpoints, 'crowns');
    const files = { image: formFile(() => 'missing') };
    // @ts-expect-error there is no such path
    route('PUT /bridges/:id', {}, () => ({ shade: 'A2' }));
    // @ts-expect-error the parameter is called `id`
    route('PUT /crowns/:id', {}, ({ params }) => ({ shade: params.crownId }));
    // @ts-expect-error the field is called `shade`
    route('PUT /crowns/:id', {}, ({ body }) => ({ shade: body.colour }));
    // @ts-expect-error the answer has a field `shade`
    route('PUT /crowns/:id', {}, () => ({ colour: 'A2' }));
    // @ts-expect-error the answer is no reply
    route('PUT /crowns/:id', {}, (_, reply) => reply.send({ colour: 'A2' }));
    // @ts-expect-error the form has a file, whose schema is missing
    route('POST /crowns', {}, () => ({ shade: 'A2' }));
    // @ts-expect-error the file is called `image`
    route('POST /crowns', { files }, ({ body }) => ({ shade: body.picture.fileName }));
    // @ts-expect-error the path names another parameter than the schema
    defineEndpoints({ 'GET /crowns/:crownId': { params: byId, answer: crown } });
    // @ts-expect-error a path with a parameter needs its schema
    defineEndpoints({ 'GET /crowns/:id': { answer: crown } });
  };
  assert.equal(typeof wrong, 'function');
});
