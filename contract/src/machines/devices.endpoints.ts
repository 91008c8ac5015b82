import { defineEndpoints } from '../shared/endpoint.ts';
import { byId } from '../shared/text.ts';
import { deviceAnswer, deviceFields, deviceList, echoAnswer, tokenAnswer } from './devices.ts';

export const devicesEndpoints = defineEndpoints({
  'GET /api/admin/devices': { answer: deviceList },
  'POST /api/admin/devices': { body: deviceFields, answer: tokenAnswer },
  'PUT /api/admin/devices/:id': { params: byId, body: deviceFields, answer: deviceAnswer },
  'POST /api/admin/devices/:id/token': { params: byId, answer: tokenAnswer },
  'POST /api/admin/devices/:id/test': { params: byId, answer: echoAnswer },
  'DELETE /api/admin/devices/:id': { params: byId, answer: deviceAnswer },
});
