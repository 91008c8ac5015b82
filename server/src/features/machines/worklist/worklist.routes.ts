import { intakeHeaders, intakePaths } from '@deqiq/contract/machines/intake/intake-link.ts';
import {
  type IntakeMachines,
  type IntakeReport,
  intakeReport,
} from '@deqiq/contract/machines/intake/intake-reports.ts';
import {
  type PerformedStepMessage,
  performedStepMessage,
} from '@deqiq/contract/machines/intake/performed-steps.ts';
import {
  type CommitmentQuestion,
  commitmentQuestion,
} from '@deqiq/contract/machines/intake/storage-commitment.ts';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { AppError } from '../../../platform/errors.ts';
import type { App } from '../../../platform/http/app-types.ts';
import type { DevicesService } from '../devices/devices.service.ts';
import type { IntakeService } from '../intake/intake.service.ts';
import type { PerformedStepsService } from '../performed-steps/performed-steps.service.ts';
import type { WorklistService } from './worklist.service.ts';

interface Deps {
  worklist: WorklistService;
  devices: Pick<DevicesService, 'isIntakeKey' | 'listMachines' | 'recordReport'>;
  intake: Pick<IntakeService, 'recordActivity' | 'findCommitted'>;
  performedSteps: PerformedStepsService;
}

/** Bytes of a report: 200 callers with their errors, and 1,000 studies. */
const REPORT_LIMIT = 524_288;

/** Bytes of a question about stored instances: two UIDs for each. */
const QUESTION_LIMIT = 131_072;

/** Calls of the intake process, which has a key instead of a session. They are no operations of the API. */
export function worklistRoutes(
  app: App,
  { worklist, devices, intake, performedSteps }: Deps,
): void {
  const config = { access: 'public' } as const;
  const onRequest: onRequestHookHandler = (request, _reply, done) => {
    if (devices.isIntakeKey(readBearer(request))) return done();
    done(new AppError('unauthenticated', 401, 'The key of the intake process is wrong'));
  };

  app.get(intakePaths.worklist, { config, onRequest, schema: { hide: true } }, (request) =>
    worklist.list(readText(request.headers[intakeHeaders.aeTitle])),
  );

  app.post<{ Body: IntakeReport }>(
    intakePaths.report,
    { config, onRequest, bodyLimit: REPORT_LIMIT, schema: { hide: true, body: intakeReport } },
    async (request) => {
      await intake.recordActivity(request.body.studies);
      await devices.recordReport(request.body);
      return { machines: await devices.listMachines() } satisfies IntakeMachines;
    },
  );

  app.post<{ Body: PerformedStepMessage }>(
    intakePaths.performedSteps,
    { config, onRequest, schema: { hide: true, body: performedStepMessage } },
    (request) =>
      performedSteps.record(request.body, readText(request.headers[intakeHeaders.aeTitle])),
  );

  app.post<{ Body: CommitmentQuestion }>(
    intakePaths.commitment,
    {
      config,
      onRequest,
      bodyLimit: QUESTION_LIMIT,
      schema: { hide: true, body: commitmentQuestion },
    },
    (request) => intake.findCommitted(request.body),
  );
}

const readText = (value: string | readonly string[] | undefined): string =>
  typeof value === 'string' ? value : '';

const readBearer = ({ headers }: FastifyRequest): string =>
  /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
