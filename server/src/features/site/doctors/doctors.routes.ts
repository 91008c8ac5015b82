import { MAX_CERTIFICATES } from '@deqiq/contract/imaging/pictures.ts';
import { doctorsEndpoints } from '@deqiq/contract/site/doctors.endpoints.ts';
import * as doctorMessages from '@deqiq/messages/site/doctors.js';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { formFile } from '../../../platform/http/bodies/form-fields.ts';
import { withBody } from '../../../platform/http/bodies/memory/body-lease.ts';
import {
  newPicture,
  PICTURES_FORM_LIMIT,
  pictures,
} from '../../../platform/http/bodies/picture-fields.ts';
import { disconnectSignal } from '../../../platform/http/connections/disconnect.ts';
import { answer304IfUnchanged } from '../../../platform/http/etag.ts';
import { router } from '../../../platform/http/router.ts';
import type { DoctorsService } from './doctors.service.ts';

const images = pictures(
  {
    bad: doctorMessages.badCertificates,
    tooMany: () => doctorMessages.tooManyCertificates({ max: MAX_CERTIFICATES }),
  },
  MAX_CERTIFICATES,
);

export function doctorsRoutes(app: App, doctors: DoctorsService): void {
  const route = router(app, doctorsEndpoints, 'partner-cards');
  const config = { access: 'admin' } as const;
  const form = {
    config: { ...config, largeBody: true },
    bodyLimit: PICTURES_FORM_LIMIT,
  } as const;

  route(
    'GET /api/misc/partner-cards',
    {
      config: { access: 'public' },
      ...answer304IfUnchanged(() => doctors.version()),
    },
    () => doctors.listAll(),
  );

  route(
    'GET /api/admin/partnercards',
    { config, ...answer304IfUnchanged(() => doctors.version()) },
    (request) => doctors.list(request.query),
  );

  route('GET /api/admin/partnercards/:id', { config }, (request) => doctors.get(request.params.id));

  route(
    'POST /api/admin/partnercards',
    { ...form, files: { image: formFile(doctorMessages.imageMissing), images } },
    (request, reply) =>
      withBody(request, () =>
        doctors.create(requireActor(request), request.body, disconnectSignal(reply)),
      ),
  );

  route(
    'PATCH /api/admin/partnercards/:id',
    { ...form, files: { image: newPicture(doctorMessages.imageMissing), images } },
    (request, reply) =>
      withBody(request, () =>
        doctors.update(
          requireActor(request),
          request.params.id,
          request.body,
          disconnectSignal(reply),
        ),
      ),
  );

  route('DELETE /api/admin/partnercards/:id', { config }, (request) =>
    doctors.remove(requireActor(request), request.params.id),
  );
}
