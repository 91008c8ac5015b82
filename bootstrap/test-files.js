// The test files of server, samples, deployment and campaigns, by what they need.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup/root.js';

/** Documents, decoders, DICOM programs and random numbers of the test kit open no database. */
const DATABASE =
  /@deqiq\/testkit\/(?!documents\/|decoders\/|dicom\/|process\/(certificate|free-port)|(random|fast-run)\.ts)|openDatabase/;
const OBJECT_STORE = /TEST_STORAGE_URL|@deqiq\/testkit\/object-store\//;

/** @param {string} file */
const usesDatabase = (file) => DATABASE.test(readFileSync(join(root, file), 'utf8'));
/** They need a database and an object store. @param {string} file */
const usesObjectStore = (file) => OBJECT_STORE.test(readFileSync(join(root, file), 'utf8'));

/** A decoder in the process of a test limits what all of this process can decode. @param {string} file */
export const isOfDecoder = (file) => file.includes('/media/child/');

/** Orthanc takes 40 s of a processor each time, and notices no difference between the databases. @param {string} file */
export const usesOrthanc = (file) => file.endsWith('/orthanc.test.ts');

/**
 * `npm test` leaves these out: they start a program for each case, a tenth of its processor time for a few lines of each
 * program. Backup, restore and the check of all files stay in it.
 * @param {string} file
 */
export const startsPrograms = (file) =>
  /^server\/src\/(main|starting|commands\/(command|admin-command|intake-command|erase\/.+))\.test\.ts$/.test(
    file,
  );

const tests = ['server/src', 'samples/src', 'deploy/tests', 'faults/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, name))
    .sort(),
);
export const onObjectStore = tests.filter(usesObjectStore);
export const onDatabase = tests.filter((file) => usesDatabase(file) && !usesObjectStore(file));
export const withoutDatabase = tests.filter(
  (file) => !usesDatabase(file) && !usesObjectStore(file),
);
/** Samples and deployment are the same on both databases. */
export const ofServer = onDatabase.filter((file) => file.startsWith('server'));
