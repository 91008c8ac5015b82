import { defineEndpoints } from '../shared/endpoint.ts';
import { byId } from '../shared/text.ts';
import { done } from './auth.ts';
import {
  changeStaffRole,
  changeStaffStatus,
  colleagues,
  createStaff,
  resetStaffPassword,
  setRadiologist,
  staffAccount,
  staffAnswer,
  staffList,
} from './staff.ts';

export const staffEndpoints = defineEndpoints({
  'GET /api/admin/account': { answer: staffAccount },
  'GET /api/admin/colleagues': { answer: colleagues },
  'GET /api/admin/staff': { answer: staffList },
  'POST /api/admin/staff': { body: createStaff, answer: staffAnswer },
  'PATCH /api/admin/staff/:id/role': { params: byId, body: changeStaffRole, answer: staffAnswer },
  'PATCH /api/admin/staff/:id/status': {
    params: byId,
    body: changeStaffStatus,
    answer: staffAnswer,
  },
  'PATCH /api/admin/staff/:id/reset-password': {
    params: byId,
    body: resetStaffPassword,
    answer: done,
  },
  'PATCH /api/admin/staff/:id/reset-second-factor': { params: byId, answer: done },
  'POST /api/admin/staff/:id/sign-out': { params: byId, answer: done },
  'PUT /api/admin/staff/:id/radiologist': {
    params: byId,
    body: setRadiologist,
    answer: staffAnswer,
  },
  'DELETE /api/admin/staff/:id/radiologist': { params: byId, answer: staffAnswer },
  'DELETE /api/admin/staff/:id': { params: byId, answer: done },
});
