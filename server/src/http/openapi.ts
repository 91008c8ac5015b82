import { fastifySwagger } from '@fastify/swagger';
import { fastifySwaggerUi } from '@fastify/swagger-ui';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { App } from './app-types.ts';

/** The OpenAPI document of every route registered after it; outside production also at /api/docs. */
export async function openApi(app: App, visible: boolean): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Dəqiq Diaqnostika', version: '0.1.0' },
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    transform: jsonSchemaTransform,
  });
  // Registered before the auth hook, so that its own routes need not name an access.
  if (visible) await app.register(fastifySwaggerUi, { routePrefix: '/api/docs' });
}
