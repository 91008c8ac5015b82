import { done } from '../../people/auth.ts';
import { defineEndpoints } from '../../shared/endpoint.ts';
import { byId } from '../../shared/text.ts';
import {
  appointmentAnswer,
  appointmentList,
  appointmentQuery,
  appointmentTime,
  newAppointment,
} from './appointments.ts';

export const appointmentsEndpoints = defineEndpoints({
  'GET /api/admin/appointments': { query: appointmentQuery, answer: appointmentList },
  'POST /api/admin/appointments': { body: newAppointment, answer: appointmentAnswer },
  'PUT /api/admin/appointments/:id': {
    params: byId,
    body: appointmentTime,
    answer: appointmentAnswer,
  },
  'DELETE /api/admin/appointments/:id': { params: byId, answer: done },
  'POST /api/admin/appointments/:id/arrive': { params: byId, answer: appointmentAnswer },
  'POST /api/admin/appointments/:id/missed': { params: byId, answer: appointmentAnswer },
  'POST /api/admin/appointments/:id/undo': { params: byId, answer: appointmentAnswer },
});
