import { existsSync } from 'node:fs';
import { installPackages, isRoot } from './browser.js';

const packages = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached'];

/**
 * Installs OpenStack Swift, an object store with an S3 interface, where root can install packages of Debian. Without
 * it, and without TEST_STORAGE_URL, the tests of object storage are skipped and print why.
 */
export function ensureObjectStore() {
  if (process.env.TEST_STORAGE_URL || !isRoot() || !existsSync('/usr/bin/apt-get')) return;
  if (existsSync('/usr/bin/swift-proxy-server') && existsSync('/usr/bin/memcached')) return;
  console.log('Installing an object store for the tests …');
  installPackages(...packages);
}
