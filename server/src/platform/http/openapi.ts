import { fastifySwagger } from '@fastify/swagger';
import { fastifySwaggerUi } from '@fastify/swagger-ui';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { Access, App } from './app-types.ts';

/** The OpenAPI document of every route registered after it; outside production also at /api/docs. */
export async function openApi(app: App, visible: boolean): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Dəqiq Diaqnostika', version: '0.1.0' },
      components: {
        securitySchemes: {
          access: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          refresh: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    transform: addSecurity,
  });
  // Registered before the auth hook, so that its own routes need not name an access.
  if (visible) await app.register(fastifySwaggerUi, { routePrefix: '/api/docs' });
}

/** Says of every operation whose token it wants; a route without a schema is no operation. */
const addSecurity: typeof jsonSchemaTransform = (document) => {
  const { schema, url } = jsonSchemaTransform(document);
  if (!schema) return { schema: { hide: true }, url };
  return { schema: { ...schema, security: toSecurity(document.route.config?.access) }, url };
};

function toSecurity(access: Access | undefined): Record<string, string[]>[] {
  if (access === undefined || access === 'public') return [];
  const [role = '', kind = 'access'] = access.split('-');
  return [{ [kind]: [role] }];
}
