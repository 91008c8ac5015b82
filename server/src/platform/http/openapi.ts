import type { Access, App } from './app-types.ts';

/** Registers the OpenAPI document of every route that follows, and its page /api/docs. Outside production only. */
export async function openApi(app: App): Promise<void> {
  // Development packages; a production install does not contain them.
  const { fastifySwagger } = await import('@fastify/swagger');
  const { fastifySwaggerUi } = await import('@fastify/swagger-ui');
  const { jsonSchemaTransform } = await import('fastify-type-provider-zod');

  /** Adds the required token to every operation. A route without a schema is hidden. */
  const addSecurity: typeof jsonSchemaTransform = (document) => {
    const { schema, url } = jsonSchemaTransform(document);
    if (!schema) return { schema: { hide: true }, url };
    return { schema: { ...schema, security: toSecurity(document.route.config?.access) }, url };
  };

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
  await app.register(fastifySwaggerUi, { routePrefix: '/api/docs' });
}

function toSecurity(access: Access | undefined): Record<string, string[]>[] {
  if (access === undefined || access === 'public') return [];
  const [role = '', kind = 'access'] = access.split('-');
  return [{ [kind]: [role] }];
}
