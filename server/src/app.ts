import { createCore, type Deps } from './app/core.ts';
import { addHooks } from './app/hooks.ts';
import { createOperations, startSweeps } from './app/operations.ts';
import { addRoutes } from './app/routes.ts';
import { createServices } from './app/services.ts';
import { setFactsSource } from './platform/clinic-facts.ts';
import { createInstance } from './platform/http/instance.ts';

/** The whole application on one Fastify instance: services, hooks and routes of all features, and recurring work. */
export async function buildApp(deps: Deps) {
  const app = createInstance(deps.config);
  const core = createCore(app, deps);
  const services = await createServices(core);
  const { buffersInUse } = await addHooks(app, core, services);
  const operation = createOperations(core, services, buffersInUse);
  addRoutes(app, core, services, operation.metrics);
  const stopSweeping = await startSweeps(core, services, operation);
  const { jobs, chain, audit, draining, runsJobs = true } = core;
  const resetFacts = setFactsSource(services.settings.current);
  await services.settings.refresh();
  const stopRefreshing = services.settings.start();
  app.addHook('onClose', async () => {
    // First: what jobs use is closed next.
    await jobs.stop();
    await stopRefreshing();
    resetFacts();
    for (const stop of stopSweeping) await stop();
    await services.sessions.flush();
    await services.media.close();
    await audit.flush();
    await chain.stop();
  });
  await app.ready();
  if (runsJobs) {
    jobs.start();
    chain.start();
  }
  return { app, draining };
}
