/** A defect that a tired developer could write. */
export interface Mutation {
  /** Path in the repository. */
  readonly file: string;
  /** Text that the file contains once. */
  readonly text: string;
  readonly defective: string;
  /** The effect on a user. */
  readonly defect: string;
}

export const mutations: readonly Mutation[] = [
  {
    file: 'server/src/features/people/sessions/session-opening.ts',
    text: 'rememberMe ? REMEMBERED_LIFETIME : SHORT_LIFETIME',
    defective: 'rememberMe ? SHORT_LIFETIME : REMEMBERED_LIFETIME',
    defect:
      'On a shared computer a person who did not tick “remember me” stays signed in for 30 days',
  },
  {
    file: 'server/src/features/people/second-factor/second-factor.repo.ts',
    text: "update.where('last_step', '<', step)",
    defective: "update.where('last_step', '<=', step)",
    defect: 'A code of the authenticator app that somebody has overheard signs in a second time',
  },
  {
    file: 'server/src/features/people/staff/staff.service.ts',
    text: "await repo.update(tx, id, { password_hash });\n        await sessions.endOfPerson(tx, 'admin', id);",
    defective: 'await repo.update(tx, id, { password_hash });',
    defect: 'A thief stays signed in after the owner has reset the password of a member of staff',
  },
  {
    file: 'server/src/features/people/auth/attempt-limits.ts',
    text: "limit('pair', MAX_PER_ACCOUNT)",
    defective: "limit('pair', MAX_PER_ACCOUNT * 10)",
    defect: 'One network may guess a hundred passwords of an account in a quarter of an hour',
  },
  {
    file: 'server/src/features/people/sessions/tokens.service.ts',
    text: "claims?.kind === 'viewer' && isCurrent(claims) ? claims",
    defective: "claims?.kind === 'viewer' ? claims",
    defect: 'A link to a viewer in the history of a browser opens the pictures after its hour',
  },
  {
    file: 'server/src/features/examinations/checkups/checkups.present.ts',
    text: 'const files = isForStaff ? row.files : row.files.filter((file) => !isHeldBack(file));',
    defective: 'const files = row.files;',
    defect: 'A partner gets X-rays of another patient that staff have not confirmed',
  },
  {
    file: 'server/src/features/examinations/checkups/patient-check/patient-doubts.ts',
    text: "    for (const fileId of ids) await audit.record(tx, actor, 'confirm-patient', 'file', fileId);\n",
    defective: '',
    defect: 'Nobody can see in the audit who has confirmed an X-ray that names another patient',
  },
  {
    file: 'server/src/features/examinations/checkups/deletions/deletions.service.ts',
    text: 'const upTo = iso(now() - RETENTION);',
    defective: 'const upTo = iso(now() + RETENTION);',
    defect: 'An examination that was deleted by mistake cannot be restored after the next sweep',
  },
  {
    file: 'server/src/features/examinations/shares/openings.ts',
    text: 'const isBlocked = failures.length >= MAX_ALL_PIN_FAILURES;',
    defective: 'const isBlocked = recent >= MAX_ALL_PIN_FAILURES;',
    defect: 'The PIN of a link can be guessed for ever, a few tries after each lock',
  },
  {
    file: 'server/src/features/examinations/shares/visits.repo.ts',
    text: "    .where('shares.ended_at', 'is', null)\n",
    defective: '',
    defect: 'A visitor who has opened a link downloads the pictures after the partner has ended it',
  },
  {
    file: 'server/src/features/examinations/results/results.service.ts',
    text: 'await repo.hasCheckup(db, id, actor.personId)',
    defective: 'await repo.hasCheckup(db, id)',
    defect: 'A partner takes away the mark of a new result of another partner',
  },
  {
    file: 'server/src/features/examinations/shipments/shipments.service.ts',
    text: 'if (!isUnavailable(error)) await',
    defective: 'if (isUnavailable(error)) await',
    defect:
      'The picture of a shipment is lost when the database is away for a moment after its commit',
  },
  {
    file: 'server/src/features/imaging/files/links.ts',
    text: 'named.size > LARGE_FILE_BYTES ?',
    defective: 'named.size < LARGE_FILE_BYTES ?',
    defect: 'The download of a large CT ends with an expired link after a quarter of an hour',
  },
  {
    file: 'server/src/features/imaging/annotations/annotations.repo.ts',
    text: ".set({ ...changes, version: version + 1 })\n    .where('id', '=', id)\n    .where('version', '=', version)",
    defective: ".set({ ...changes, version: version + 1 })\n    .where('id', '=', id)",
    defect: 'Two people who move the same measurement overwrite each other without a word',
  },
  {
    file: 'server/src/platform/media/child/derive/volume-grid.ts',
    text: 'length / (count - 1)',
    defective: 'length / count',
    defect: 'Every length from slice to slice of a CT is too short',
  },
  {
    file: 'server/src/features/machines/worklist/worklist.repo.ts',
    text: "      .where('status', '=', sql.lit('pending'))\n",
    defective: '',
    defect:
      'The list at the X-ray machine offers patients whose examination is finished or cancelled',
  },
  {
    file: 'server/src/features/machines/dicomweb/matching.repo.ts',
    text: ".where('checkups.partner_id', '=', partnerId ?? '')\n          .where('checkup_files.patient_check', '!=', 'different')",
    defective: ".where('checkups.partner_id', '=', partnerId ?? '')",
    defect:
      'The program of a partner loads X-rays of another patient that staff have not confirmed',
  },
  {
    file: 'server/src/features/machines/intake/packing/packing.ts',
    text: '  if (study.assigned_at !== null && study.checkup_id === null) return;\n',
    defective: '',
    defect: 'A study that staff have taken out of an examination comes back by itself',
  },
  {
    file: 'server/src/intake/spool/spool-writer.ts',
    text: '  await handle.datasync();\n',
    defective: '',
    defect: 'A power cut loses an image that the X-ray machine was told is stored',
  },
  {
    file: 'server/src/features/office/gifts/gifts.service.ts',
    text: '          minBalance: 0,\n',
    defective: '',
    defect: 'A partner without points orders gifts, and the balance gets negative',
  },
  {
    file: 'server/src/features/office/partner-stats/partner-stats.service.ts',
    text: 'here.with({ day: 1 }).startOfDay()',
    defective: 'here.with({ day: 1 })',
    defect: 'The figures of this month lack what happened early on its first day',
  },
  {
    file: 'contract/src/shared/money.ts',
    text: 'Math.round(manat * 100)',
    defective: 'Math.trunc(manat * 100)',
    defect: 'A balance that is set to 1,15 manat becomes 1,14',
  },
  {
    file: 'contract/src/shared/paging.ts',
    text: 'Math.max(1, Math.ceil(total / limit))',
    defective: 'Math.floor(total / limit) + 1',
    defect: 'A list whose last page is full has an empty page behind it',
  },
  {
    file: 'contract/src/shared/imaging/dicom-text.ts',
    text: "const [last = '', first = '', middle",
    defective: "const [first = '', last = '', middle",
    defect: 'Patients of machines are entered with the surname as first name',
  },
  {
    file: 'server/src/features/site/applications/forms.routes.ts',
    text: 'reply.code(status).headers(pageHeaders)',
    defective: 'reply.headers(pageHeaders)',
    defect:
      'A reservation that the server refuses is answered as a success where there is no JavaScript',
  },
  {
    file: 'server/src/features/notifications/notifications/delivery.ts',
    text: "await advance('finishing', 'queued')",
    defective: "await advance('queued', 'finishing')",
    defect: 'A message whose connection broke at its end counts as sent and never arrives',
  },
  {
    file: 'server/src/features/notifications/notifications/channels/email-channel.ts',
    text: 'if (!partner || partner.wants_email === 0) return undefined;',
    defective: 'if (!partner) return undefined;',
    defect: 'A partner who has switched e-mail off gets it all the same',
  },
  {
    file: 'server/src/features/operations/audit/chain.ts',
    text: '    row.detail,\n',
    defective: '',
    defect: 'Verify does not notice that the detail of an audit row was changed',
  },
  {
    file: 'server/src/commands/backup/backup-folders.ts',
    text: 'others.slice(0, Math.max(0, others.length - (keep - 1)))',
    defective: 'others.slice(keep - 1)',
    defect: 'A backup removes the newest of the earlier ones and keeps the oldest',
  },
  {
    file: 'server/src/commands/backup/snapshot.repo.ts',
    text: "  await db.deleteFrom('program_tokens').execute();\n",
    defective: '',
    defect: 'After a restore a token that was revoked since the backup reads X-rays again',
  },
  {
    file: 'server/src/platform/db/lists/days.ts',
    text: 'Temporal.PlainDate.from(to).add({ days: 1 })',
    defective: 'Temporal.PlainDate.from(to)',
    defect: 'A list up to a day lacks everything of that day',
  },
  {
    file: 'server/src/platform/http/sending/range.ts',
    text: 'Math.min(Number(last) + 1, size)',
    defective: 'Math.min(Number(last), size)',
    defect: 'A file that is downloaded in ranges lacks the last byte of each and is damaged',
  },
  {
    file: 'server/src/platform/storage/disk/partial-upload.ts',
    text: 'part.utimes(now / 1000, now / 1000)',
    defective: 'part.utimes(now, now)',
    defect: 'Files that belong to no examination fill the disk, because they never get old',
  },
  {
    file: 'server/src/platform/jobs/worker.ts',
    text: '      for (const job of running.keys()) await job.release();\n',
    defective: '',
    defect: 'After a restart a picture that was being made waits until its lease has ended',
  },
  {
    file: 'server/src/platform/limits/window-counter.ts',
    text: '      open.delete(key);\n      full.delete(key);\n    },\n',
    defective: '      open.delete(key);\n    },\n',
    defect: 'A partner whom an owner has unlocked after an attack still cannot sign in',
  },
  {
    file: 'server/src/platform/dimse/pdu-connection.ts',
    text: 'this.#hasReceived ? idle : association',
    defective: 'this.#hasReceived ? association : idle',
    defect: 'An X-ray machine that pauses for 20 seconds between two images loses the connection',
  },
  {
    file: 'web/src/viewer/geometry/measure.ts',
    text: 'point[0] * across,\n  point[1] * down,',
    defective: 'point[0] * down,\n  point[1] * across,',
    defect: 'Lengths and angles are wrong in an X-ray whose pixels are not square',
  },
  {
    file: 'web/src/viewer/annotations/clearance.ts',
    text: 'Math.max(0, middle - canalDiameter(canal) / 2)',
    defective: 'Math.max(0, middle)',
    defect:
      'The distance of an implant to the nerve canal is shown too large by the radius of the canal',
  },
  {
    file: 'web/src/viewer/geometry/picture-view.ts',
    text: 'toQuarters(-view.quarterTurns)',
    defective: 'toQuarters(view.quarterTurns)',
    defect: 'Mirroring an X-ray that lies on its side also turns it upside down',
  },
  {
    file: 'web/src/viewer/geometry/arch/curve.ts',
    text: 'last[0] < first[0] : area < 0',
    defective: 'last[0] < first[0] : area > 0',
    defect: 'A panoramic picture of a CT shows the right side of the patient on the wrong side',
  },
  {
    file: 'web/src/viewer/model/panes/slices.ts',
    text: '(section * sectionStep) / step',
    defective: '(section * step) / sectionStep',
    defect: 'Another distance between the cross-sections jumps to another tooth',
  },
  {
    file: 'web/src/viewer/model/windows.ts',
    text: 'tissues.soft - SOFT * step',
    defective: 'tissues.soft + SOFT * step',
    defect: 'The windows for bone and soft tissue are shifted in volumes without Hounsfield units',
  },
  {
    file: 'contract/src/shared/imaging/picture-scale.ts',
    text: '.findLast((content)',
    defective: '.find((content)',
    defect: 'A corrected calibration changes no length, because the first one counts',
  },
  {
    file: 'web/src/viewer/stage/gestures/recognize-gestures.ts',
    text: '    if (pointers.size > 0) return;\n    recognition.gesture',
    defective: '    recognition.gesture',
    defect: 'After a zoom with two fingers the last one draws a point or changes the brightness',
  },
  {
    file: 'web/src/viewer/workspace/use-saved-view.ts',
    text: '      if (timer !== undefined) save();\n',
    defective: '',
    defect: 'The dental arch that was moved just before closing the picture is not saved',
  },
  {
    file: 'web/src/portal/admin/list/list-screen.tsx',
    text: '(list.page - 1) * pageSize + 1',
    defective: 'list.page * pageSize + 1',
    defect: 'The rows of the first page are numbered as those of the second',
  },
  {
    file: 'web/src/lib/list-state.ts',
    text: "if ((to.page ?? 1) > 1) next.set('page', String(to.page));",
    defective:
      "const nextPage = to.page ?? page;\n    if (nextPage > 1) next.set('page', String(nextPage));",
    defect: 'A search from the third page of a list begins on the third page of what it finds',
  },
  {
    file: 'web/src/ui/list/data-table.tsx',
    text: 'query.error ?? (isRetried ? lastError : null)',
    defective: 'isRetried ? lastError : null',
    defect: 'A list looks current although it has not been loaded for an hour',
  },
  {
    file: 'web/src/ui/icon-button.tsx',
    text: '      aria-label={label}\n',
    defective: '',
    defect: 'A screen reader calls the buttons of a row only “button”',
  },
  {
    file: 'web/src/portal/admin/list/money.ts',
    text: 'formatNumber(amount, 2)} ₼',
    defective: 'formatNumber(amount)} ₼',
    defect: 'A balance of 10,25 is shown as 10,3',
  },
  {
    file: 'web/src/lib/format.ts',
    text: "{ timeZone, hour: '2-digit', minute: '2-digit' });\n  return `${formatDay",
    defective: "{ hour: '2-digit', minute: '2-digit' });\n  return `${formatDay",
    defect: 'On a laptop with another time zone all times of day are wrong, the days right',
  },
  {
    file: 'contract/src/shared/dates.ts',
    text: "const [, day = '', month = '', year = '']",
    defective: "const [, month = '', day = '', year = '']",
    defect: 'A birth date typed as 03.04.1990 becomes the 4th of March',
  },
  {
    file: 'web/src/ui/overlay/confirm.tsx',
    text: 'initialFocus={dialog.danger && dialog.cancel ? no : yes}',
    defective: 'initialFocus={yes}',
    defect: 'Enter at the question whether to delete an examination deletes it',
  },
  {
    file: 'web/src/lib/history/overlay-history.ts',
    text: '  if (depth > layers.length) step(layers.length - depth);\n',
    defective: '',
    defect: 'After a dialog was closed by its button, Back does nothing at the first press',
  },
  {
    file: 'web/src/api/people/session/session.ts',
    text: 'if (localStorage.getItem(REFRESH_TOKEN) === now.refreshToken) localStorage.clear();',
    defective: 'localStorage.clear();',
    defect:
      'A session that ends in one tab signs out another person who is remembered by the browser',
  },
  {
    file: 'web/src/api/people/session/access.ts',
    text: ' && error.status !== 408 && error.status !== 429',
    defective: ' && error.status !== 408',
    defect: 'A partner is signed out because the server was asked too often for a moment',
  },
  {
    file: 'web/src/api/imaging/uploads/send-file.ts',
    text: '    if (present.has(number)) continue;\n',
    defective: '',
    defect: 'A CT whose upload was interrupted is sent from its beginning again',
  },
  {
    file: 'web/src/api/imaging/downloads/transfer.ts',
    text: "    headers.set('If-Range', state.etag);\n",
    defective: '',
    defect: 'A file that was changed during its download is put together from both versions',
  },
  {
    file: 'web/src/site/islands/form/enhance-form.ts',
    text: '      refused = fields;\n',
    defective: '',
    defect: 'A visitor does not see at which field of the form the server refused it',
  },
  {
    file: 'web/src/portal/partner/install/push-events.ts',
    text: '  notification.close();\n',
    defective: '',
    defect: 'A notice that was pressed stays on the screen of the phone',
  },
];
